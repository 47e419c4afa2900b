// Conduct: what may be offered to customers where the platform works, public with all that it ever was, and the warning's figures.
import { getConduct, getConductHistory, toInstant, type ConductMessage, type ConductProfileMessage } from '@candor/wire'; // prettier-ignore
import assert from 'node:assert/strict';
import type { Hub } from '../feed/hub.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, type Feature } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { chooseDefault } from './choose-profile.ts';
import type { Choice, Losses, Profile } from './profile.ts';
import { comingAt, inForceAt, losingShare } from './rules.ts';
import { countLosses, readChoices, readLosses, readProfiles } from './store.ts';

export interface Conduct {
  feature: Feature;
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
  let timer: NodeJS.Timeout | undefined;
  let counting: Promise<void> | undefined;
  let isStopped = false;

  async function load(): Promise<void> {
    [choices, losses] = await Promise.all([readChoices(pool), readLosses(pool)]);
  }

  /** Beside everything else, since a year of the journal takes its time. */
  function count(): void {
    if (counting || isStopped || (losses && losses.until > clock.now() - countEveryMs)) return;
    counting = countLosses(pool, clock.now())
      .catch((error: unknown) => isStopped || log.warn('losing accounts not counted', { error: String(error) }))
      .then(() => void (counting = undefined));
  }

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
      losing_accounts: losses
        ? {
            accounts: losses.accounts,
            losing: losses.losing,
            share: losingShare(losses),
            until: toInstant(losses.until),
          }
        : null,
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

  function keepLoading(): void {
    timer = setTimeout(() => {
      load()
        .then(() => (tell(), count()))
        .catch((error: unknown) => isStopped || log.warn('conduct not reloaded', { error: String(error) }))
        .finally(() => isStopped || keepLoading());
    }, reloadMs);
  }

  return {
    inForce: () => current().profile,
    feature: {
      name: 'conduct',
      calls: [
        bind(getConduct, message),
        bind(getConductHistory, async () => {
          const [profiles, all] = await Promise.all([readProfiles(pool), readChoices(pool)]);
          return { profiles: profiles.map(profileMessage), choices: all.map(choiceMessage) };
        }),
      ],
      async start() {
        await chooseDefault(pool, mode);
        await load();
        tell();
        count();
        keepLoading();
      },
      async stop() {
        isStopped = true;
        clearTimeout(timer);
        await counting;
      },
    },
  };
}

const profileMessage = (profile: Profile): ConductProfileMessage => ({
  jurisdiction: profile.jurisdiction,
  version: profile.version,
  options_offered: profile.areOptionsOffered,
  lever_max: profile.leverMax,
  warning: profile.warning,
  age_min: profile.ageMin,
  bonuses_offered: profile.areBonusesOffered,
});

const chosenMessage = ({ profile, askedAt, inForceFrom }: Choice) => ({
  ...profileMessage(profile),
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
