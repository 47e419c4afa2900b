// Choosing a profile, and adding a version of one: what the server does once by itself, and what operators do.
import assert from 'node:assert/strict';
import type { Pool } from '../kit/postgres.ts';
import type { Choice, Profile } from './profile.ts';
import { defaultChoice, inForceFrom } from './rules.ts';
import { insertChoice, insertProfile, inTurn, readChoices, readProfiles } from './store.ts';

/** Resolves with when it will be in force; not before `from`, if that is given. */
export const chooseProfile = (pool: Pool, wanted: { jurisdiction: string; from?: number }): Promise<Choice> =>
  inTurn(pool, ({ connection, now }) => choose(connection, { ...wanted, chosenBy: 'operator', now }));

/** A new version of a jurisdiction's profile. It changes nothing until it is chosen. */
export const addProfile = (pool: Pool, values: Omit<Profile, 'version'>): Promise<Profile> =>
  inTurn(pool, async ({ connection }) => {
    const all = await readProfiles(connection);
    const version = 1 + all.filter(({ jurisdiction }) => jurisdiction === values.jurisdiction).length;
    const profile = { ...values, version };
    await insertProfile(connection, profile);
    return profile;
  });

/** Makes sure that something is in force, and that it is not the demo's values by default where real money is. */
export const chooseDefault = (pool: Pool, mode: 'demo' | 'production'): Promise<void> =>
  inTurn(pool, async ({ connection, now }) => {
    const jurisdiction = defaultChoice(await readChoices(connection), mode);
    if (jurisdiction) await choose(connection, { jurisdiction, chosenBy: 'server', now });
  });

type Connection = Parameters<typeof insertChoice>[0];

async function choose(
  connection: Connection,
  wanted: { jurisdiction: string; from?: number; chosenBy: Choice['chosenBy']; now: number },
): Promise<Choice> {
  const { jurisdiction, chosenBy, now: askedAt, from } = wanted;
  const newest = (await readProfiles(connection)).findLast((profile) => profile.jurisdiction === jurisdiction);
  assert(newest, `there is no profile of ${jurisdiction}`);
  const choices = await readChoices(connection);
  const when = inForceFrom(choices, { profile: newest, askedAt, ...(from === undefined ? {} : { from }) });
  const choice = { number: choices.length + 1, profile: newest, chosenBy, askedAt, inForceFrom: when };
  await insertChoice(connection, choice);
  return choice;
}
