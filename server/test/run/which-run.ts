// What a run's parts, tests and journeys know of it: whether it is the gate, `npm test`, which has little time.
export const isGate = process.env['CANDOR_RUN'] === 'gate';

/** Parts that look at texts and places, and at nothing that moves. */
export const isMotionless = isGate || ['looks', 'languages', 'sizes'].includes(process.env['CANDOR_PART'] ?? '');
