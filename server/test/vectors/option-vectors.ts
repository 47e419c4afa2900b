// Receipts of options with each result, decided and written from ticks of the simulated market.
import { decideOption, optionFormula, publicKeyOf, signReceipt, termsOfVersion1, termsOfVersion2 } from '@candor/proof';
import type { OptionDecision } from '@candor/proof';
import { toInstant } from '@candor/wire';
import type { ArchivedTick, CoinCode, OptionReceipt, TickRun, UnsignedOptionReceipt } from '@candor/wire';
import { vectorKey } from './record-vectors.ts';
import { runOf, simulatedTicks, startMs } from './simulated-ticks.ts';
import type { Stretch } from './simulated-ticks.ts';

interface Scenario {
  what: string;
  coin: CoinCode;
  stretches: readonly Stretch[];
  durationMs: number;
  expected: string;
  /** Terms of an older receipt, without a wait for the next tick. */
  version?: 1;
}

const steady = [{ count: 24 }];
/** Entry after the fourth tick; its 10 s end within the gap. */
const gapAtEnd = (gapMs: number): Stretch[] => [{ count: 9 }, { count: 5, gapMs }];

const scenarios: Record<string, Scenario> = {
  'option-win': { what: 'An option that wins.', coin: 'BTC', stretches: steady, durationMs: 10_000, expected: 'win' },
  'option-lose': {
    what: 'An option that loses.',
    coin: 'ETH',
    stretches: steady,
    durationMs: 10_000,
    expected: 'lose',
  },
  'option-tie': {
    what: 'Entry and exit at one price.',
    coin: 'DAI',
    stretches: steady,
    durationMs: 5_000,
    expected: 'tie',
  },
  'option-no-entry': {
    what: 'No tick within 5 s of the request.',
    coin: 'BTC',
    stretches: [{ count: 4 }, { count: 3, gapMs: 8_000 }],
    durationMs: 10_000,
    expected: 'no-entry-tick',
  },
  'option-after-gap': {
    what: 'The prices paused around expiry: the first tick after it is the exit.',
    coin: 'SOL',
    stretches: gapAtEnd(9_000),
    durationMs: 10_000,
    expected: 'lose',
  },
  'option-no-exit': {
    what: 'No tick in the 3 s before expiry, and none in the 10 s after it.',
    coin: 'SOL',
    stretches: gapAtEnd(30_000),
    durationMs: 10_000,
    expected: 'no-exit-tick',
  },
  'option-no-exit-version-1': {
    what: 'No tick in the 3 s before expiry, under the terms of old orders: void, although the next tick came soon.',
    coin: 'SOL',
    stretches: gapAtEnd(9_000),
    durationMs: 10_000,
    expected: 'no-exit-tick',
    version: 1,
  },
};

export const optionVectors = (): Record<string, object> =>
  Object.fromEntries(Object.entries(scenarios).map(([name, scenario]) => [name, optionVector(scenario)]));

/** The first moment and side of the simulated market that end as the scenario says. */
function optionVector(scenario: Scenario): object {
  for (let minute = 0; minute < 600; minute++) {
    const ticks = simulatedTicks(scenario.coin, startMs + minute * 60_000, scenario.stretches);
    for (const side of ['up', 'down'] as const) {
      const order = orderOf(scenario, ticks, side);
      const terms = termsOf(scenario);
      const decision = decideOption({ order, terms, ticks: ticks.slice(order.accepted_sequence) });
      if ((decision.voidReason ?? decision.result) !== scenario.expected || !decision.isReached) continue;
      return written({ what: scenario.what, order, terms, decision, ticks });
    }
  }
  throw new Error(`the simulated market gives no ${scenario.expected}`);
}

const acceptedSequence = 4;

const orderOf = ({ coin }: Scenario, ticks: readonly ArchivedTick[], side: 'up' | 'down'): OptionReceipt['order'] => ({
  option_order_id: 'opt_01kdvaf000e2s8mqv0g3rkx6hn',
  account_id: 'acc_01kdvaee80fx1m2jv4zt9s5k7w',
  coin,
  side,
  stake: '33.3333',
  received_ms: ticks[acceptedSequence - 1]![3] + 640,
  accepted_sequence: acceptedSequence,
});

const termsOf = ({ durationMs, version }: Scenario): OptionReceipt['terms'] => ({
  option_config_id: '2',
  config_version: 1,
  duration_ms: durationMs,
  payout_rate: '0.815',
  min: '10',
  max: '5000',
  ...(version === 1 ? termsOfVersion1 : termsOfVersion2),
  tie: 'stake back',
});

interface Written {
  what: string;
  order: OptionReceipt['order'];
  terms: OptionReceipt['terms'];
  decision: OptionDecision;
  ticks: readonly ArchivedTick[];
}

function written({ what, order, terms, decision, ticks }: Written): object {
  const coin = order.coin as CoinCode;
  const lastSequence = ticks.find((tick) => tick[3] > decision.decidedMs)![0];
  const archive = runOf(coin, ticks, order.accepted_sequence, lastSequence);
  return {
    what,
    public_key: publicKeyOf(vectorKey),
    receipt: signReceipt(unsignedOf({ order, terms, decision, archive }), vectorKey),
    archive: runOf(coin, ticks, order.accepted_sequence, lastSequence + 1),
  };
}

function unsignedOf({
  order,
  terms,
  decision,
  archive,
}: Pick<Written, 'order' | 'terms' | 'decision'> & { archive: TickRun }): UnsignedOptionReceipt {
  const { result, voidReason, paid, expiresMs, decidedMs, exitRule } = decision;
  const facts = {
    kind: 'option' as const,
    order,
    entry: tickOf(decision.entry),
    exit: tickOf(decision.exit),
    result,
    void_reason: voidReason,
    paid,
    expires_ms: expiresMs ?? null,
    settled_at: toInstant(decidedMs + 118),
    archive,
  };
  if (!('exit_wait_ms' in terms)) return { ...facts, version: 1, terms, formula: optionFormula({ ...facts, terms }) };
  const told = { ...facts, version: 2 as const, terms, exit_rule: exitRule };
  return { ...told, formula: optionFormula(told) };
}

const tickOf = (tick: ArchivedTick | undefined) =>
  tick === undefined ? null : { sequence: tick[0], price: tick[1], published_ms: tick[3] };
