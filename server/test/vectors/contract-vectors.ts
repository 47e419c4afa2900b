// Receipts of contracts with each end, decided and written from ticks of the simulated market.
import {
  contractFormula,
  decideContract,
  partFormula,
  publicKeyOf,
  signReceipt,
  termsOfContract1,
} from '@candor/proof';
import type { ContractCase, ContractDecision, ContractFacts } from '@candor/proof';
import { coinOfCode, feeOf, formatAmount, marginOf, toInstant, wad } from '@candor/wire';
import type {
  ArchivedTick,
  CoinCode,
  ContractReceipt,
  ContractReceipt2,
  UnsignedContractReceipt,
  Wad,
} from '@candor/wire';
import { contractScenarios } from './contract-scenarios.ts';
import type { Level, Scenario } from './contract-scenarios.ts';
import { vectorKey } from './record-vectors.ts';
import { runOf, simulatedTicks, startMs } from './simulated-ticks.ts';

type Change = ContractReceipt2['changes'][number];

export const contractVectors = (): Record<string, object> =>
  Object.fromEntries(Object.entries(contractScenarios).map(([name, scenario]) => [name, contractVector(scenario)]));

/** The first moment of the simulated market that ends as the scenario says. */
function contractVector(scenario: Scenario): object {
  for (let place = 0; place < 600; place++) {
    const ticks = simulatedTicks(scenario.coin, startMs + place * 3_600_000, scenario.stretches);
    const given = caseOf(scenario, ticks);
    const decision = decideContract(given);
    if ((decision.cancelReason ?? decision.result) !== scenario.expected || !decision.isReached) continue;
    if (given.changes.length + decision.parts.length > 0 && decision.appliedChanges < given.changes.length) continue;
    const late = latePayments(scenario, decision);
    if (late !== undefined)
      return written({ what: scenario.what, version: scenario.version ?? 2, given, decision, ticks, late });
  }
  throw new Error(`the simulated market gives no ${scenario.expected}`);
}

/** The gain of each close and of the end, of a house that had set nothing aside; undefined where one of them is no gain. */
function latePayments({ gainsPaidAfterMs = [] }: Scenario, { parts, pnl, decidedMs }: ContractDecision) {
  const gains = [...parts.map((part) => part.pnl), pnl];
  const late = gainsPaidAfterMs.map((afterMs, place) => ({
    amount: gains[place]!,
    paid_at: afterMs === null ? null : toInstant(decidedMs + afterMs),
  }));
  return late.every(({ amount }) => wad(amount) > 0n) ? late : undefined;
}

const acceptedSequence = 4;

function caseOf(scenario: Scenario, ticks: readonly ArchivedTick[]): ContractCase {
  const priceAt = ([sequence, millionths]: Level): string => {
    const { priceDecimals } = coinOfCode(scenario.coin)!;
    const exact = (wad(ticks[sequence - 1]![1]) * (1_000_000n + millionths)) / 1_000_000n;
    return formatAmount((exact - (exact % 10n ** BigInt(18 - priceDecimals))) as Wad);
  };
  const asked = (sequence: number) => ({ received_ms: ticks[sequence - 1]![3] + 640, accepted_sequence: sequence });
  const stopsOf = ({ takeProfit, stopLoss }: NonNullable<Scenario['stops']>) => ({
    kind: 'stops' as const,
    take_profit: takeProfit ? priceAt(takeProfit) : null,
    stop_loss: stopLoss ? priceAt(stopLoss) : null,
  });
  const changes: Change[] = scenario.stops ? [{ ...stopsOf(scenario.stops), ...asked(acceptedSequence) }] : [];
  for (const [sequence, request] of scenario.requests ?? []) {
    if ('close' in request) changes.push({ kind: 'close', ...asked(sequence), sheets: request.close });
    else if ('margin' in request) changes.push({ kind: 'margin', ...asked(sequence), amount: request.margin });
    else changes.push({ ...stopsOf(request), ...asked(sequence) });
  }
  return {
    order: { ...orderOf(scenario, priceAt), ...asked(acceptedSequence) },
    terms: scenario.limitExpiryMs === undefined ? terms : { ...terms, limit_expiry_ms: scenario.limitExpiryMs },
    changes,
    cancel: scenario.cancelAt === undefined ? null : asked(scenario.cancelAt),
    ticks: ticks.slice(acceptedSequence),
  };
}

const terms: ContractReceipt['terms'] = {
  config_version: 1,
  lever_max: 50,
  fee_rate: '0.01',
  maintenance_rate: '0.005',
  slippage_max: '0.005',
  ...termsOfContract1,
};

function orderOf({ coin, order }: Scenario, priceAt: (level: Level) => string) {
  const { sheetSize } = coinOfCode(coin)!;
  const { side, lever, sheets, limit, seen = [4, 0n] } = order;
  const tradePrice = priceAt(limit ?? seen);
  const margin = marginOf({ sheets, sheetSize: wad(sheetSize), price: wad(tradePrice), lever });
  return {
    trade_id: 'cfd_01kdvaf000h4w7y2q9c3m5t8jz',
    account_id: 'acc_01kdvaee80fx1m2jv4zt9s5k7w',
    coin,
    side,
    order_type: limit ? ('limit' as const) : ('market' as const),
    lever,
    sheets,
    sheet_size: sheetSize,
    trade_price: tradePrice,
    usd_num: formatAmount(margin),
    fee: formatAmount(feeOf(margin, wad(terms.fee_rate))),
  };
}

interface Written {
  what: string;
  version: 1 | 2;
  given: ContractCase;
  decision: ContractDecision;
  ticks: readonly ArchivedTick[];
  late: NonNullable<ContractReceipt['late_payments']>;
}

function written({ what, version, given, decision, ticks, late }: Written): object {
  const { order, terms, cancel } = given;
  const coin = order.coin as CoinCode;
  const facts = {
    order,
    terms,
    entry: tickOf(decision.entry),
    changes: withParts(given, decision),
    liquidation_price: decision.liquidationPrice,
    exit: tickOf(decision.exit),
    result: decision.result!,
    cancel_reason: decision.cancelReason,
    cancel,
    margin: decision.margin,
    pnl: decision.pnl,
    paid: decision.paid,
    fee: decision.fee,
    net: decision.net,
    ...(late.length > 0 && { late_payments: late }),
  };
  const decidedBy = decision.exit?.[0] ?? cancel?.accepted_sequence;
  // Where no tick decided, it is the first after that moment which shows it.
  const shownBy = decidedBy === undefined ? ticks.find((tick) => tick[3] > decision.decidedMs)![0] : decidedBy + 1;
  const last = Math.min(ticks.length, shownBy);
  const rest = {
    kind: 'contract' as const,
    settled_at: toInstant(decision.decidedMs + 131),
    archive: [runOf(coin, ticks, order.accepted_sequence, last)],
  };
  const unsigned: UnsignedContractReceipt =
    version === 1 ? { ...rest, ...asVersion1(facts) } : { ...rest, ...facts, version, formula: contractFormula(facts) };
  return {
    what,
    public_key: publicKeyOf(vectorKey),
    receipt: signReceipt(unsigned, vectorKey),
    archive: runOf(coin, ticks, order.accepted_sequence, last + 1),
  };
}

function asVersion1<Facts extends ContractFacts & { changes: Change[]; fee: string; net: string }>(facts: Facts) {
  const { fee: _, net: __, ...others } = facts;
  const changes = facts.changes.map((change) => {
    if (change.kind !== 'part') return change;
    const { tick, sheets, margin, pnl, paid } = change;
    return { kind: 'part' as const, tick, sheets, margin, pnl, paid };
  });
  const told = { ...others, changes };
  return { ...told, version: 1 as const, formula: contractFormula(told) };
}

/** Each partial close after the requests that were in force by its tick. */
function withParts({ changes: requests, order, terms }: ContractCase, { parts, entry }: ContractDecision): Change[] {
  const changes = [...requests] as Change[];
  let before = 0;
  for (const part of parts) {
    const at = changes.findIndex((each) =>
      each.kind === 'part' ? each.tick.sequence > part.tick.sequence : each.accepted_sequence >= part.tick.sequence,
    );
    const formula = partFormula({ order, terms, entry: tickOf(entry) }, part, before);
    const settled_at = toInstant(part.tick.published_ms + 131);
    changes.splice(at < 0 ? changes.length : at, 0, { kind: 'part', ...part, settled_at, formula });
    before += part.sheets;
  }
  return changes;
}

const tickOf = (tick: ArchivedTick | undefined) =>
  tick === undefined ? null : { sequence: tick[0], price: tick[1], published_ms: tick[3] };
