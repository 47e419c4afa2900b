// Which choice is in force, and when a new one can be: tighter ones at once, looser ones after a day's notice.
import { conductNoticeMs, formatAmount, type Wad } from '@candor/wire';
import type { Choice, Losses, Profile } from './profile.ts';

/** The newest choice whose time has come, leaving out those that another was asked for before their time. */
export const inForceAt = (choices: readonly Choice[], at: number): Choice | undefined =>
  choices.findLast(
    (choice) =>
      choice.inForceFrom <= at &&
      !choices.some(({ number, askedAt }) => number > choice.number && askedAt < choice.inForceFrom),
  );

/** What will be in force later if nothing else is asked for before. */
export function comingAt(choices: readonly Choice[], at: number): Choice | undefined {
  const newest = choices.at(-1);
  return newest && newest.inForceFrom > at && newest !== choices[0] ? newest : undefined;
}

/** Whether anything that customers are protected by would be less. */
export const isLooser = (next: Profile, than: Profile): boolean =>
  (next.areOptionsOffered && !than.areOptionsOffered) ||
  next.leverMax > than.leverMax ||
  (next.warning === 'general' && than.warning !== 'general') ||
  next.ageMin < than.ageMin ||
  (next.areBonusesOffered && !than.areBonusesOffered);

/** When a profile can be in force that is asked for at some time; the first one at once. */
export function inForceFrom(choices: readonly Choice[], wanted: { profile: Profile; askedAt: number; from?: number }) {
  const { profile, askedAt, from = askedAt } = wanted;
  const present = inForceAt(choices, askedAt);
  const earliest = present && isLooser(profile, present.profile) ? askedAt + conductNoticeMs : askedAt;
  return Math.max(earliest, from);
}

/**
 * What the server chooses by itself: the demo's values in the demo, the strict ones in production. What an operator chose stays,
 * and in production what the demo chose by itself does not.
 */
export function defaultChoice(choices: readonly Choice[], mode: 'demo' | 'production'): 'demo' | 'strict' | undefined {
  const newest = choices.at(-1);
  if (mode === 'demo') return newest ? undefined : 'demo';
  if (!newest) return 'strict';
  return newest.chosenBy === 'server' && newest.profile.jurisdiction !== 'strict' ? 'strict' : undefined;
}

/** With four decimals, rounded up: it never looks better than it is. */
export function losingShare({ accounts, losing }: Losses): string | null {
  if (accounts === 0) return null;
  const tenThousandths = (BigInt(losing) * 10_000n + BigInt(accounts) - 1n) / BigInt(accounts);
  return formatAmount((tenThousandths * 10n ** 14n) as Wad);
}
