/* What models of mechanism files cost next to the kits' models of the same mechanisms. */
#ifndef MB_TESTS_COST_MACHINE_COST_H
#define MB_TESTS_COST_MACHINE_COST_H

/* Prints ratios of the times of every term, machine to kit, of all pairs of models or of those whose
 * spec begins with `only`. */
void cost_of_machines(const char *only);

#endif
