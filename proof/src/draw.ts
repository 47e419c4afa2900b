// Draws, apart from all else: whoever checks one loads the curve that its beacon signs on.
export * from './beacon.ts';
export * from './decide-draw.ts';
export * from './verify-draw.ts';
