// What the gate tries on some examples and the long run on all.
export const isLongRun = import.meta.env['CANDOR_RUN'] === 'all';
