// What a ticket may hold, before it is sent. The server decides again; this only spares the way.
import { add, fitsDecimals, formatAmount, multiplyDown, parseAmount, usdtDecimals, wad } from '@candor/wire';
import type { Facts, OptionsConfigMessage, RefusalCode, Wad } from '@candor/wire';

export const stakeChoices = ['10', '50', '100', '500'] as const;

export type StakeVerdict =
  { kind: 'good'; stake: Wad } | { kind: 'empty' } | { kind: 'refused'; code: RefusalCode; facts: Facts };

export interface StakeFacts {
  /** As typed, without a point at its end. */
  typed: string;
  config: OptionsConfigMessage;
  /** Undefined while it is not known: then the server tells. */
  available: string | undefined;
}

const refused = (code: RefusalCode, facts: Facts = {}): StakeVerdict => ({ kind: 'refused', code, facts });

export function judgeStake({ typed, config, available }: StakeFacts): StakeVerdict {
  if (typed === '') return { kind: 'empty' };
  const stake = parseAmount(typed);
  if (stake === undefined) return refused('amount-malformed');
  if (!fitsDecimals(stake, usdtDecimals)) return refused('too-many-decimals', { decimals: String(usdtDecimals) });
  if (stake < wad(config.min) || stake > wad(config.max)) {
    return refused('stake-out-of-range', { min: config.min, max: config.max });
  }
  if (available !== undefined && stake > wad(available)) return refused('insufficient-balance', { available });
  return { kind: 'good', stake };
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
