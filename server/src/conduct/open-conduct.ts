// What may be offered to customers at this moment, with all that it ever was, and the warning's figures.
import { getConduct, getConductDesk, getConductHistory, toInstant, type ConductMessage } from '@candor/wire'; // oxfmt-ignore
import assert from 'node:assert/strict';
import type { Hub } from '../feed/hub.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindOperator } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { chooseDefault } from './choose-profile.ts';
import { conductActs } from './conduct-acts.ts';
import { describeProfile } from './describe-profile.ts';
import type { Choice, Losses, Profile } from './profile.ts';
import { comingAt, inForceAt, losingShare } from './rules.ts';
import { countLosses, readChoices, readLosses, readProfiles } from './store.ts';

export interface Conduct {
  web: WebPart;
  /** What products obey, at this very moment. */
  inForce(): Profile;
}

/** Another process may have chosen: "at once" is within this. */
const reloadMs = 1_000;
const countEveryMs = 24 * 3_600_000;

export function openConduct(parts: { pool: Pool; clock: Clock; hub: Hub; mode: 'demo' | 'production' }): Conduct {
  const { pool, clock, hub, mode } = parts;
  let choices: readonly Choice[] = [];
  let losses: Losses | undefined;
  let told = '';

  async function load(): Promise<void> {
    [choices, losses] = await Promise.all([readChoices(pool), readLosses(pool)]);
  }

  const areLossesOld = (): boolean => !losses || losses.until <= clock.now() - countEveryMs;

  /** Beside everything else, since a year of the journal takes its time. */
  const count = createJob({
    name: 'count-losses',
    role: 'web',
    every: countEveryMs,
    async run(signal) {
      if (areLossesOld()) await countLosses(pool, clock.now(), signal);
    },
  });
  const reload = createJob({
    name: 'conduct',
    role: 'web',
    every: reloadMs,
    isShared: true,
    runsAtStart: true,
    async run() {
      await load();
      tell();
      if (areLossesOld()) count.wake();
    },
  });

  function current(): Choice {
    // The database's clock may be a little ahead when it takes down the very first choice.
    const choice = inForceAt(choices, clock.now()) ?? choices[0];
    assert(choice, 'no profile is in force');
    return choice;
  }

  function message(): ConductMessage {
    const coming = comingAt(choices, clock.now());
    return {
      in_force: chosenMessage(current()),
      coming: coming ? chosenMessage(coming) : null,
      losing_accounts: losses ? losingMessage(losses) : null,
    };
  }

  /** What changes is told once, whether it was chosen just now or its time has come. */
  function tell(): void {
    const notify = message();
    const text = JSON.stringify(notify);
    if (text === told) return;
    told = text;
    hub.notify('home', () => ({ action: 'conduct', notify }));
  }

  return {
    inForce: () => current().profile,
    web: {
      jobs: [reload, count],
      acts: conductActs(clock),
      calls: [
        bind(getConduct, message),
        bindOperator(getConductDesk, async () => ({ ...message(), ...(await describeHistory(pool)) })),
        bind(getConductHistory, () => describeHistory(pool)),
      ],
      async start() {
        await chooseDefault(pool, mode);
        await load();
        tell();
      },
    },
  };
}

async function describeHistory(pool: Pool) {
  const [profiles, all] = await Promise.all([readProfiles(pool), readChoices(pool)]);
  return { profiles: profiles.map(describeProfile), choices: all.map(choiceMessage) };
}

const chosenMessage = ({ profile, askedAt, inForceFrom }: Choice) => ({
  ...describeProfile(profile),
  asked_at: toInstant(askedAt),
  in_force_from: toInstant(inForceFrom),
});

const choiceMessage = ({ number, profile, chosenBy, askedAt, inForceFrom }: Choice) => ({
  number,
  jurisdiction: profile.jurisdiction,
  version: profile.version,
  chosen_by: chosenBy,
  asked_at: toInstant(askedAt),
  in_force_from: toInstant(inForceFrom),
});

const losingMessage = (losses: Losses) => ({
  accounts: losses.accounts,
  losing: losses.losing,
  share: losingShare(losses),
  until: toInstant(losses.until),
});
