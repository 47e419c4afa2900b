import * as wire from '@candor/wire';
import { expect, test } from 'vitest';
import { eventRules } from './event-rules.ts';

/** As wire declares them: what they bring is not in the app. */
const declared = Object.values(wire).flatMap((each: unknown) =>
  typeof each === 'object' && each !== null && 'action' in each ? [each.action] : [],
);

test('something becomes of every event that wire declares', () => {
  expect(declared.length).toBeGreaterThan(6);
  const ruled = new Set<unknown>(eventRules.map(({ action }) => action));
  expect(declared.filter((action) => !ruled.has(action))).toEqual([]);
});
