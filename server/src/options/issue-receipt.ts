// The receipt of an ended order: what was agreed, the ticks that decided, and the archive between them, signed. It is written when a tick
// after the moment that decided is public, so that whoever has the receipt alone sees that no other tick is left out.
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
import type { Clock } from '../kit/clock.ts';
import { refuse } from '../kit/refuse.ts';
import type { Market } from '../market/market.ts';
import { receiptTick } from '../market/archive/tick-point.ts';
import type { Ending, OptionOrder, OptionsConfig } from './order.ts';
import { decidedUpTo, exitRuleOf } from './rules.ts';

/** For this long the next tick is waited for. A market that is silent for longer must not keep the receipt back: it then says what it lacks. */
const patienceMs = 60_000;

export async function issueReceipt(
  order: OptionOrder & { ending: Ending },
  config: OptionsConfig,
  issuer: { market: Market; signingKey: string; clock: Clock },
): Promise<OptionReceipt> {
  const { ending } = order;
  const decidedAt = decidedUpTo(order);
  const after = await issuer.market.firstTickFrom(order.coin, order.acceptedSequence, decidedAt + 1);
  if (!after && issuer.clock.now() < decidedAt + patienceMs) refuse('receipt-follows');
  const last = after?.sequence ?? issuer.market.lastTick(order.coin)?.sequence ?? order.acceptedSequence;
  const facts = {
    kind: 'option',
    ...agreedOf(order, config),
    entry: order.entry && receiptTick(order.entry),
    expires_ms: order.expiresAt,
    exit: order.exit && receiptTick(order.exit),
    result: ending.result,
    void_reason: ending.voidReason,
    paid: formatAmount(ending.paid),
    settled_at: toInstant(ending.settledAt),
    archive: await issuer.market.tickRun(order.coin, order.acceptedSequence, last),
  } as const;
  return signReceipt(inItsVersion(facts, order), issuer.signingKey);
}

/** Returns the agreed part of the receipt: the order as it was placed, and its terms. */
export const agreedOf = (order: OptionOrder, config: OptionsConfig) =>
  ({
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
  }) as const;

/** Terms without a wait for the next tick are those of version 1, which old orders keep. */
function inItsVersion(
  facts: Omit<Extract<UnsignedOptionReceipt, { version: 1 }>, 'version' | 'formula'>,
  order: OptionOrder,
): UnsignedOptionReceipt {
  if (order.exitWaitMs === 0) return { ...facts, version: 1, formula: optionFormula(facts) };
  const rule = order.exit && exitRuleOf(order.exit, order);
  const told = { ...facts, terms: { ...facts.terms, exit_wait_ms: order.exitWaitMs }, exit_rule: rule ?? null };
  return { ...told, version: 2, formula: optionFormula(told) };
}
