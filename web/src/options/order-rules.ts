// What a ticket may hold, before it is sent. The server decides again; this only spares the way.
import { add, fitsDecimals, formatAmount, multiplyDown, parseAmount, usdtDecimals, wad, zero } from '@candor/wire';
import type { OptionsConfigMessage, Wad } from '@candor/wire';
import type { DraftFault } from '../data/draft-rules.ts';

export const stakeChoices = ['10', '50', '100', '500'] as const;

export interface StakeFacts {
  /** As typed, without a point at its end. */
  typed: string;
  config: OptionsConfigMessage;
  /** Undefined while it is not known: then the server tells. */
  available: string | undefined;
}

/** What is wrong with a stake. */
export function judgeStake({ typed, config: { min, max }, available }: StakeFacts): DraftFault | undefined {
  const stake = typed === '' ? zero : parseAmount(typed);
  if (stake === undefined) return { code: 'amount-malformed', facts: {} };
  if (!fitsDecimals(stake, usdtDecimals)) return { code: 'too-many-decimals', facts: { decimals: `${usdtDecimals}` } };
  if (stake < wad(min) || stake > wad(max)) return { code: 'stake-out-of-range', facts: { min, max } };
  if (available === undefined || stake <= wad(available)) return undefined;
  // An empty account is told when it tries: it has a way to money in view.
  return { code: 'insufficient-balance', facts: { available }, ...(available !== '0' && { isCertain: true as const }) };
}

/** What a win pays on top of the stake, as the server computes it. */
export const profitOf = (stake: Wad, config: Pick<OptionsConfigMessage, 'payout_rate'>): Wad =>
  multiplyDown(stake, wad(config.payout_rate), usdtDecimals);

/** Stake and profit together. */
export const payoutOf = (stake: Wad, config: Pick<OptionsConfigMessage, 'payout_rate'>): Wad =>
  add(stake, profitOf(stake, config));

/** All that there is and that the terms take, in the decimals that a stake may have; undefined when it is not enough. */
export function maxStake(available: string | undefined, config: OptionsConfigMessage): string | undefined {
  if (available === undefined) return undefined;
  const [have, most] = [wad(available), wad(config.max)];
  const least = have < most ? have : most;
  const cut = multiplyDown(least, wad('1'), usdtDecimals);
  return cut < wad(config.min) ? undefined : formatAmount(cut);
}

/** The terms of the length last chosen, else the shortest. */
export const chooseConfig = (
  configs: readonly OptionsConfigMessage[],
  durationMs: number | null,
): OptionsConfigMessage | undefined => configs.find(({ duration_ms }) => duration_ms === durationMs) ?? configs[0];
