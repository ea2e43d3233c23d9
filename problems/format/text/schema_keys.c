/* SPDX-License-Identifier: MIT */
/* Keys of a file and of what is no element. */
#include "problems/format/text/schema.h"

/* name, type, required, words, unit, doc */
#define END                                                                                        \
    {                                                                                              \
        NULL, MB_KEY_ANY, false, NULL, NULL, NULL                                                  \
    }

const mb_schema_key mb_schema_top[] = {
    {"mechanism", MB_KEY_TEXT, true, NULL, "", "name, of lower-case letters, digits and -"},
    {"format", MB_KEY_NUMBER, false, NULL, "", "1"},
    {"title", MB_KEY_TEXT, false, NULL, "", "one line for people"},
    {"sources", MB_KEY_TEXT, false, NULL, "", "where the numbers come from"},
    {"traps", MB_KEY_TEXT, false, NULL, "", "what printed data leave open or get wrong"},
    {"dimension", MB_KEY_WORD, true, "planar|spatial", "", "places have 2 or 3 numbers"},
    {"gravity", MB_KEY_VECTOR, false, NULL, "m/s2", "zero where it is left out"},
    {"parameters", MB_KEY_MAPPING, false, NULL, "", "numbers and words that a run may set"},
    {"constants", MB_KEY_MAPPING, false, NULL, "", "name: expression"},
    {"points", MB_KEY_MAPPING, false, NULL, "", "name: place"},
    {"functions", MB_KEY_MAPPING, false, NULL, "", "of one variable, by pieces or a table"},
    {"bodies", MB_KEY_MAPPING, true, NULL, "", "what has mass"},
    {"joints", MB_KEY_MAPPING, false, NULL, "", "what holds them together"},
    {"drives", MB_KEY_MAPPING, false, NULL, "", "coordinates of joints that follow a law"},
    {"gears", MB_KEY_MAPPING, false, NULL, "", "coordinates or turning rates that go together"},
    {"forces", MB_KEY_MAPPING, false, NULL, "", "springs, dampers, motors, loads"},
    {"start", MB_KEY_ANY, false, NULL, "", "velocities that are held; the rest follows"},
    {"outputs", MB_KEY_MAPPING, false, NULL, "", "what is recorded, by name"},
    {"branch", MB_KEY_ANY, false, NULL, "", "when the mechanism has left its branch"},
    {"run", MB_KEY_MAPPING, false, NULL, "", "length of a run, size of the mechanism"},
    {"traits", MB_KEY_LIST, false, NULL, "", "of the motion: chaotic, singular-positions, stiff"},
    {"accept", MB_KEY_MAPPING, false, NULL, "", "what is good enough"},
    {"coordinates", MB_KEY_LIST, false, NULL, "", "kinds of coordinates, the default first"},
    {"tree", MB_KEY_MAPPING, false, NULL, "", "how joint coordinates are chosen"},
    {"reference", MB_KEY_TEXT, false, NULL, "", "automatic, none, or C NAME"},
    {"draw", MB_KEY_MAPPING, false, NULL, "", "hints for pictures"},
    END,
};

const mb_schema_key mb_schema_parameter[] = {
    {"value", MB_KEY_NUMBER, false, NULL, "", "default"},
    {"min", MB_KEY_NUMBER, false, NULL, "", "least value"},
    {"max", MB_KEY_NUMBER, false, NULL, "", "largest value"},
    {"unit", MB_KEY_TEXT, false, NULL, "",
     "for people; a word for another unit than SI's is refused"},
    {"doc", MB_KEY_TEXT, false, NULL, "", "one sentence"},
    {"integer", MB_KEY_YES, false, NULL, "", "a whole number"},
    {"choice", MB_KEY_LIST, false, NULL, "", "words, the default first"},
    END,
};

const mb_schema_key mb_schema_function[] = {
    {"of", MB_KEY_NAME, true, NULL, "", "its variable"},
    {"pieces", MB_KEY_LIST, false, NULL, "", "[bound, expression], bounds ascending, the last inf"},
    {"table", MB_KEY_LIST, false, NULL, "", "[place, value], places ascending"},
    {"kind", MB_KEY_WORD, false, "linear|spline", "", "between places of a table"},
    END,
};

const mb_schema_key mb_schema_run[] = {
    {"end", MB_KEY_NUMBER, false, NULL, "s", "length of a run"},
    {"scale", MB_KEY_NUMBER, false, NULL, "m", "size; default: diagonal of the box of all places"},
    END,
};

const mb_schema_key mb_schema_accept[] = {
    {"energy", MB_KEY_NUMBER, false, NULL, "J", "drift of energy"},
    {"energy-coarse", MB_KEY_NUMBER, false, NULL, "J", "a second limit, for coarse runs"},
    {"drift", MB_KEY_NUMBER, false, NULL, "", "the same in largest kinetic energies"},
    {"error", MB_KEY_NUMBER, false, NULL, "m or rad", "distance from the reference"},
    {"violation", MB_KEY_NUMBER, false, NULL, "m", "opening of a joint"},
    {"source", MB_KEY_TEXT, false, NULL, "", "where the limits stand"},
    END,
};

const mb_schema_key mb_schema_tree[] = {
    {"cut", MB_KEY_LIST, true, NULL, "", "joints that close loops"},
    END,
};

const mb_schema_key mb_schema_draw[] = {
    {"ghosts", MB_KEY_NUMBER, false, NULL, "", "positions drawn along the motion"},
    {"view", MB_KEY_VECTOR, false, NULL, "rad", "[azimuth, elevation]"},
    {"trace", MB_KEY_LIST, false, NULL, "", "outputs whose paths are drawn"},
    END,
};

const mb_schema_key mb_schema_start[] = {
    {"keep", MB_KEY_YES, false, NULL, "", "nothing is corrected"},
    {"approximate", MB_KEY_YES, false, NULL, "", "the assembly may move bodies far"},
    {"fixed", MB_KEY_LIST, false, NULL, "", "bodies that the assembly leaves alone"},
    {"v", MB_KEY_MAPPING, false, NULL, "m/s", "velocities of points"},
    {"when", MB_KEY_MAPPING, false, NULL, "", "only for these words of parameters"},
    END,
};

const mb_schema_key mb_schema_start_body[] = {
    {"v", MB_KEY_ANY, false, NULL, "m/s", "of the centre of mass"},
    {"omega", MB_KEY_ANY, false, NULL, "rad/s", "in world axes"},
    END,
};

const mb_schema_key mb_schema_start_part[] = {
    {"along", MB_KEY_DIRECTION, true, NULL, "", "only this part is given"},
    {"is", MB_KEY_NUMBER, true, NULL, "", "its value"},
    END,
};

const mb_schema_key mb_schema_body_draw[] = {
    {"circle", MB_KEY_NUMBER, false, NULL, "m", "radius"},
    {"polygon", MB_KEY_LIST, false, NULL, "", "corners"},
    {"line", MB_KEY_LIST, false, NULL, "", "places that are joined"},
    {"colour", MB_KEY_TEXT, false, NULL, "", "name"},
    END,
};
