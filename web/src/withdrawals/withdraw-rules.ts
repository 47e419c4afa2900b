// What is wrong with what was typed, and how far a withdrawal is. Pure.
import { formatAmount, parseAmount, wad, withdrawalParts } from '@candor/wire';
import type { AssetCode, SavedAddress, WithdrawalMessage, WithdrawalStep, WithdrawalWay } from '@candor/wire';
import type { DraftFault, Faults } from '../data/draft-rules.ts';

export interface WithdrawFields {
  address: string;
  amount: string;
  agrees: boolean;
}
export const noWithdraw: WithdrawFields = { address: '', amount: '', agrees: false };

/** What it costs and what arrives, once an amount is typed. */
export function costOf(typed: string, coin: string, feeShare: string): { fee: string; net: string } | undefined {
  const amount = parseAmount(typed);
  if (amount === undefined || amount === 0n) return undefined;
  const { fee, net } = withdrawalParts(amount, coin as AssetCode, wad(feeShare));
  return { fee: formatAmount(fee), net: formatAmount(net) };
}

export const faultsOf = (
  { address, amount, agrees }: WithdrawFields,
  way: WithdrawalWay,
  saved: SavedAddress | undefined,
  now: number,
): Faults<WithdrawFields> => ({
  ...(address === '' || saved === undefined ? { address: { name: 'withdrawals.addressMissing' } } : {}),
  ...(saved && Date.parse(saved.usable_at) > now ? { address: { name: 'withdrawals.addressHeld' } } : {}),
  ...amountFault(amount, way),
  ...(agrees ? {} : { agrees: { name: 'withdrawals.agreeMissing' } }),
}); // oxfmt-ignore

function amountFault(typed: string, { min, available }: WithdrawalWay): { amount?: DraftFault } {
  const amount = parseAmount(typed);
  if (typed === '' || amount === 0n) return { amount: { name: 'withdrawals.amountEmpty' } };
  if (amount === undefined) return { amount: { code: 'amount-malformed', facts: {} } };
  if (amount < wad(min)) return { amount: { code: 'withdrawal-too-small', facts: { min } } };
  return amount > wad(available) ? { amount: { code: 'insufficient-balance', facts: { available } } } : {};
}

/** Place among review, approved, sent, confirmed; 4 once it has arrived. Undefined for one that ended otherwise. */
export function placeOf(step: WithdrawalStep): number | undefined {
  const places: Partial<Record<WithdrawalStep, number>> = { review: 0, approved: 1, built: 1, signed: 1, broadcast: 3, sent: 4 }; // oxfmt-ignore
  return places[step];
}

export const isOpen = ({ ended_at: endedAt }: WithdrawalMessage): boolean => endedAt === null;
