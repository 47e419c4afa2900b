// What withdrawals go by here: how long holds last, and terms that operators change: fee, least amount, and above which a second person
// approves.
import { holdMs, type AssetCode } from '@candor/wire';
import assert from 'node:assert/strict';
import { amount, columns, integer, text, type RowIn } from '../kit/columns.ts';
import { defineSettings, type Settings } from '../kit/settings.ts';
import { amountIn } from '../kit/ways.ts';

const terms = columns({
  asset: text<AssetCode>(),
  version: integer,
  /** The fee, of the amount. */
  feeRate: amount,
  minAmount: amount,
  /** Above it two persons approve. The signer has limits of its own, which these are never above. */
  twoPersonsAbove: amount,
});
export type WithdrawalTerms = RowIn<typeof terms>;

/** One for each coin, whatever the network. */
export const withdrawalTerms = defineSettings({
  name: 'withdrawal-terms',
  table: 'withdrawal_terms',
  idColumn: 'asset',
  columns: terms,
  order: 'asset, version',
  fields: [
    { name: 'fee_rate', form: 'share', favours: 'less', min: '0', max: '0.1' },
    { name: 'min_amount', form: 'amount', favours: 'less', min: '0.0001', max: '1000000' },
    { name: 'two_persons_above', form: 'amount', favours: 'neither', min: '0', max: '5000' },
  ],
  ways: (id, { fee_rate: rate }) => [{ kind: 'exchange', name: `withdrawal-terms ${id}`, cost: amountIn(rate) }],
});

/** What is asked for now. */
export function termsNow(all: Pick<Settings<WithdrawalTerms>, 'inForce'>, asset: AssetCode): WithdrawalTerms {
  const now = all.inForce().find((each) => each.asset === asset);
  assert(now, `no terms of withdrawals in ${asset} are loaded`);
  return now;
}

/** In the demo a hold is short enough to be waited for. */
export const demoHoldMs = 10_000;
export const holdMsOf = (mode: 'demo' | 'production'): number => (mode === 'demo' ? demoHoldMs : holdMs);
