// What a run's parts, tests and journeys know of it: whether it is the gate, `npm test`, which has little time.
export const isGate = process.env['CANDOR_RUN'] === 'gate';

/** Parts that look at nothing that moves, but for the journeys that playwright.config.ts names. */
export const isMotionless =
  isGate || ['journeys', 'looks', 'languages', 'sizes'].includes(process.env['CANDOR_PART'] ?? '');
