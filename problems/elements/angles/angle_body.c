/* Spatial bodies in Euler angles, q = (r, three angles): told to the kit as masses and rows. */
#include <math.h>
#include <string.h>

#include "problems/elements/angles/turned.h"
#include "problems/elements/assembly.h"

static const double axis[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

static mb_turned vector_of(const mb_angle_frame *frame, const double u[3])
{
    static const int sequence[][3] = {[MB_ZYX] = {2, 1, 0}, [MB_ZXZ] = {2, 0, 2}};
    mb_turned vector = {.i = frame ? frame->first + 3 : -1};

    memcpy(vector.u, u, sizeof vector.u);
    if (frame)
        memcpy(vector.axis, sequence[frame->sequence], sizeof vector.axis);
    return vector;
}

static bool sound_inertia(mb_kit *kit, const mb_angle_inertia *body)
{
    const double *J = body->inertia;
    const double sum = J[0] + J[1] + J[2];

    for (int k = 0; k < 3; k++)
        if (!mb_kit_sound_mass(kit, "a moment of inertia of a body", J[k]))
            return false;
    /* printed values are rounded: 1 per cent */
    if (2.0 * fmax(fmax(J[0], J[1]), J[2]) > 1.01 * sum)
        kit->status = mb_fail(kit->err, MB_BAD_INPUT,
                              "%s: a body has moments of inertia %g, %g, %g; none may exceed the "
                              "sum of the other two",
                              kit->model->problem->name, J[0], J[1], J[2]);
    return mb_kit_sound_mass(kit, "the mass of a body", body->mass);
}

mb_angle_frame mb_kit_angle_body(mb_kit *kit, mb_sequence sequence, const mb_angle_inertia *body,
                                 const double place[3], const double angles[3], const double g[3])
{
    const double half = 0.5 * (body->inertia[0] + body->inertia[1] + body->inertia[2]);
    static const char *const coordinate[] = {"x",          "y", "z", "first angle", "second angle",
                                             "third angle"};
    mb_angle_frame frame = {.sequence = sequence};
    mb_turned centre;

    if (!sound_inertia(kit, body))
        return frame;
    for (int k = 0; k < 3; k++) {
        int i = mb_kit_coordinate(kit, body->mass, body->mass * g[k], place[k], 0.0);

        if (k == 0)
            frame.first = i;
    }
    for (int k = 0; k < 3; k++)
        mb_kit_variable(kit, angles[k], 0.0, false, (mb_label){0});
    if (kit->status != MB_OK)
        return frame;
    frame.number = kit->nframes++;
    for (int k = 0; k < 6; k++)
        kit->coordinate_label[frame.first + k] =
            (mb_label){coordinate[k], "body", frame.number, MB_NOTHING};
    centre = vector_of(&frame, body->centre);
    mb_kit_turned_mass(kit, frame.first, &centre, body->mass, true, g);
    for (int k = 0; k < 3; k++) {
        const mb_turned principal = vector_of(&frame, axis[k]);

        if (half != body->inertia[k])
            mb_kit_turned_mass(kit, frame.first, &principal, half - body->inertia[k], false, g);
    }
    return frame;
}

/* row += sign * component of r + A u */
static void point(mb_kit *kit, int row, double sign, int component, const mb_angle_frame *frame,
                  const double u[3])
{
    const mb_turned arm = vector_of(frame, u), along = vector_of(NULL, axis[component]);

    mb_kit_linear(kit, row, frame->first + component, sign);
    if (u[0] != 0.0 || u[1] != 0.0 || u[2] != 0.0)
        mb_kit_dot(kit, row, sign, &arm, &along);
}

void mb_kit_angle_revolute(mb_kit *kit, const mb_angle_frame *a, const double pa[3],
                           const double along[3], const mb_angle_frame *b, const double pb[3],
                           const double normal[2][3])
{
    const mb_turned hinge = vector_of(a, along);
    const mb_label label = {"revolute joint", "body", a->number, b ? b->number : MB_GROUND};

    for (int k = 0; k < 3; k++) {
        int row = mb_kit_new_row(kit, b ? 0.0 : -pb[k], label);

        point(kit, row, 1.0, k, a, pa);
        if (b)
            point(kit, row, -1.0, k, b, pb);
    }
    for (int k = 0; k < 2; k++) {
        const mb_turned across = vector_of(b, normal[k]);

        mb_kit_dot(kit, mb_kit_new_row(kit, 0.0, label), 1.0, &hinge, &across);
    }
}
