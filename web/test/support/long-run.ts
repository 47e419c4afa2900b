// What the gate tries on some examples and the long run on all.
export const isLongRun = import.meta.env['CANDOR_RUN'] === 'all';

/** Of the examples of a family those that stand for all in the gate. */
export const chosen = <T extends { isInGate?: boolean }>(all: readonly T[]): readonly T[] =>
  isLongRun ? all : all.filter(({ isInGate }) => isInGate);
