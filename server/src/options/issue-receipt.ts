// The receipt of an ended order: what was agreed, the ticks that decided, and the archive between them, signed.
import { optionFormula, signReceipt } from '@candor/proof';
import {
  formatAmount,
  optionTiming,
  toInstant,
  usdtDecimals,
  wireId,
  type OptionReceipt,
  type UnsignedOptionReceipt,
} from '@candor/wire';
import type { Market } from '../market/market.ts';
import { receiptTick } from '../market/tick-point.ts';
import type { Ending, OptionOrder, OptionsConfig } from './order.ts';
import { entryWindow } from './rules.ts';

export async function issueReceipt(
  order: OptionOrder & { ending: Ending },
  config: OptionsConfig,
  issuer: { market: Market; signingKey: string },
): Promise<OptionReceipt> {
  const { ending } = order;
  const decidedAt = order.expiresAt ?? entryWindow(order.receivedAt).to;
  const after = await issuer.market.firstTickFrom(order.coin, order.acceptedSequence, decidedAt + 1);
  const last = after?.sequence ?? issuer.market.lastTick(order.coin)?.sequence ?? order.acceptedSequence;
  const facts: Omit<UnsignedOptionReceipt, 'formula'> = {
    kind: 'option',
    version: 1,
    order: {
      option_order_id: wireId('option', order.orderId),
      account_id: wireId('account', order.accountId),
      coin: order.coin,
      side: order.side,
      stake: formatAmount(order.stake),
      received_ms: order.receivedAt,
      accepted_sequence: order.acceptedSequence,
    },
    terms: {
      option_config_id: config.configId,
      config_version: config.version,
      duration_ms: config.durationMs,
      payout_rate: formatAmount(config.payoutRate),
      min: formatAmount(config.minStake),
      max: formatAmount(config.maxStake),
      entry_delay_ms: optionTiming.entryDelayMs,
      entry_window_ms: optionTiming.entryWindowMs,
      exit_age_max_ms: optionTiming.exitAgeMaxMs,
      tie: 'stake back',
      payout_decimals: usdtDecimals,
    },
    entry: order.entry && receiptTick(order.entry),
    expires_ms: order.expiresAt,
    exit: order.exit && receiptTick(order.exit),
    result: ending.result,
    void_reason: ending.voidReason,
    paid: formatAmount(ending.paid),
    settled_at: toInstant(ending.settledAt),
    archive: await issuer.market.tickRun(order.coin, order.acceptedSequence, last),
  };
  return signReceipt({ ...facts, formula: optionFormula(facts) }, issuer.signingKey);
}
