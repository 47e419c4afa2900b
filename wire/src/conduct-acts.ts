// What operators do about the conduct: another profile, at once where it protects customers more, else after a day.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { text } from './endpoint.ts';

const deciders = ['risk', 'administrator'] as const;

export const chooseConduct = defineAct({
  kind: 'choose-conduct',
  summary:
    'The newest version of a profile: in force at once, or 24 hours after the approval where it is looser in anything.',
  body: z.strictObject({ jurisdiction: text(1, 30) }),
  proposers: deciders,
  approvers: deciders,
  lifeMs: 24 * 3_600_000,
  refusals: ['profile-unknown', 'profile-chosen'],
});
