// The profiles as text, for operators at a terminal.
import { toInstant } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import type { Profile } from './profile.ts';
import { comingAt, inForceAt } from './rules.ts';
import { readChoices, readProfiles } from './store.ts';

export async function describeConduct(pool: Pool, now: number): Promise<string> {
  const [profiles, choices] = await Promise.all([readProfiles(pool), readChoices(pool)]);
  const present = inForceAt(choices, now);
  const coming = comingAt(choices, now);
  return [
    ...(present
      ? [
          `in force  ${line(present.profile)}, since ${toInstant(present.inForceFrom)}, chosen by the ${present.chosenBy}`,
        ]
      : []),
    ...(coming ? [`to come   ${line(coming.profile)}, from ${toInstant(coming.inForceFrom)} on`] : []),
    'profiles',
    ...profiles.map((profile) => `  ${line(profile)}`),
    '',
  ].join('\n');
}

const line = (profile: Profile): string =>
  `${profile.jurisdiction} ${profile.version}: options ${word(profile.areOptionsOffered)}, lever ${profile.leverMax}, ` +
  `warning ${profile.warning}, age ${profile.ageMin}, bonuses ${word(profile.areBonusesOffered)}`;

const word = (isOn: boolean): string => (isOn ? 'on' : 'off');
