// A sequence of commands by accounts of both books, and what it left; the same again without those of bonus money shows what they change.
import assert from 'node:assert/strict';
import { wad } from '@candor/wire';
import fc from 'fast-check';
import { fundBankroll } from '../../../src/ledger/fund-house.ts';
import { randomIntOf } from '../seed.ts';
import { MemoryLedger, type Asked, type Outcome } from './memory-ledger.ts';
import { orderedBy, testMoney } from './own-money.ts';
import {
  actors,
  ask,
  houseIn,
  ModelStage,
  pick,
  type Actor,
  type Draw,
  type ModelPlay,
  type ModelProduct,
} from './stage.ts';
import { bookOfRow, watchBooks } from './watch-books.ts';

/** Somebody plays, or time goes on. */
export type Step = { who: number; seed: number } | { afterMs: number; thousandths: readonly number[] };

const hour = 3_600_000;
const often = fc.record({ who: fc.nat(actors.length - 1), seed: fc.nat() });
/** Moments between orders and what decides them, options' time, and now and then hours, days or a month. */
const spans = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(300, 800, 1_000, 2_500) },
  { weight: 3, arbitrary: fc.constantFrom(6_000, 28_000, 31_000) },
  { weight: 2, arbitrary: fc.constantFrom(hour, 26 * hour, 8 * 24 * hour, 25 * 24 * hour, 32 * 24 * hour) },
);
const move = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom(-25, 25) },
  { weight: 1, arbitrary: fc.constantFrom(-300, -80, 80, 300) },
);
const time = fc.record({ afterMs: spans, thousandths: fc.tuple(move, move) });
export const stepsOf = (lengths: { minLength: number; maxLength: number }): fc.Arbitrary<Step[]> =>
  fc.array(fc.oneof({ weight: 5, arbitrary: often }, { weight: 3, arbitrary: time }), { ...lengths, size: 'max' });

export interface Logged {
  label: string;
  asked: Asked;
  now: number;
  outcome: Outcome;
}
export interface ModelRun {
  ledger: MemoryLedger;
  log: readonly Logged[];
  /** What touched what is not of its book. */
  findings: ReadonlySet<string>;
}

export const startMs = Date.UTC(2027, 0, 1, 10);
const roundsMax = 60;
const triesMax = 8;

export function runModel(
  model: readonly ModelProduct[],
  steps: readonly Step[],
  isPlayed: (actor: Actor) => boolean = () => true,
): ModelRun {
  const run = new Run();
  const stage = new ModelStage(run.ledger);
  for (const { begin } of model) begin?.(stage);
  for (const asked of funding(stage.now)) run.submit(asked);
  const plays = model.flatMap((each) => each.plays.flatMap((play) => Array.from({ length: play.weight ?? 1 }, () => play))); // oxfmt-ignore
  const engines = model.flatMap((each) => each.engines ?? []);
  for (const each of steps) {
    run.step++;
    if ('who' in each) {
      const actor = actors[each.who]!;
      if (!isPlayed(actor)) continue;
      run.ledger.ids.begin(`${run.step} asks`);
      const asked = firstPlayed(plays, { stage, actor, draw: randomIntOf(each.seed) });
      if (asked) run.submit(asked);
    } else {
      stage.pass(each.afterMs, each.thousandths);
      run.carryOutDue(() => engines.flatMap(({ due }) => due(stage)));
    }
    run.check();
  }
  return run;
}

/** Whoever has nothing to change yet begins something. */
function firstPlayed(
  plays: readonly ModelPlay[],
  { stage, actor, draw }: { stage: ModelStage; actor: Actor; draw: Draw },
): Asked | undefined {
  for (let tries = 0; tries < triesMax; tries++) {
    const asked = pick(draw, plays).play(stage, actor, draw);
    if (asked) return asked;
  }
  return undefined;
}

class Run implements ModelRun {
  readonly log: Logged[] = [];
  readonly findings = new Set<string>();
  readonly ledger: MemoryLedger;
  step = 0;
  #carried = 0;
  /** By whom, in this step. */
  readonly #counts = new Map<string, number>();

  constructor() {
    const watch = watchBooks(this.findings);
    this.ledger = new MemoryLedger({
      now: startMs,
      watch: (touched) => {
        if (touched.moves.length + touched.written.length > 0) this.#carried++;
        watch(touched);
      },
    });
  }

  submit(asked: Asked): void {
    // What others do in between changes nothing of the name of it.
    const by = `${this.step} ${asked.book} ${asked.accountId}`;
    const count = (this.#counts.get(by) ?? 0) + 1;
    this.#counts.set(by, count);
    this.#log(`${by} ${count}`, asked);
  }

  /** Until nothing is due any more. An engine that found nothing to do leaves no trace: how often it looks is nobody's. */
  carryOutDue(due: () => readonly Asked[]): void {
    // Who comes first changes from step to step.
    const turns = this.step % 2 === 0 ? (['real', 'bonus'] as const) : (['bonus', 'real'] as const);
    for (let round = 0, before = -1; before !== this.#carried && round < roundsMax; round++) {
      before = this.#carried;
      const asked = due();
      for (const book of turns) for (const each of asked) if (each.book === book) this.#tryOut(each);
    }
  }

  #tryOut(asked: Asked): void {
    const by = `${this.step} ${asked.book} ${asked.accountId}`;
    const count = this.#counts.get(by) ?? 0;
    const before = this.#carried;
    this.#log(`${by} ${count + 1}`, asked);
    if (this.#carried > before) this.#counts.set(by, count + 1);
    else this.log.pop();
  }

  #log(label: string, asked: Asked): void {
    const outcome = this.ledger.submit(label, asked);
    this.log.push({ label, asked, now: this.ledger.now, outcome });
    // Of a command in the other book, or by whoever tries what is another's.
    const isMeant = asked.book === 'bonus' || asked.command.onlyIn === 'bonus';
    if ('fault' in outcome) assert(isMeant, `${asked.command.name}: ${outcome.fault}`);
  }

  check(): void {
    const { money } = this.ledger;
    assert.deepEqual([...money.below], []);
    for (const [where, sum] of money.sums) assert.equal(sum, 0n, `${where} comes to ${sum}`);
  }
}

/** Little enough that the house runs short of everything now and then. */
const houseFunds = [
  { coin: 'USDT', amount: wad('12000') },
  { coin: 'BTC', amount: wad('2') },
  { coin: 'ETH', amount: wad('20') },
  { coin: 'USDT', amount: wad('8'), bucket: 'staking-rewards' },
  { coin: 'USDT', amount: wad('800'), bucket: 'lending' },
  { coin: 'USDT', amount: wad('300'), bucket: 'shop-funds' },
] as const;

const funding = (now: number): Asked[] => [
  ...[actors[0]!, actors[1]!].flatMap((actor) =>
    houseFunds.map((funds) => ask(fundBankroll, houseIn(actor), { ...funds, orderedBy })),
  ),
  ...actors.flatMap((actor) => [
    testMoney(actor, { coin: 'USDT', amount: '6000', now }),
    testMoney(actor, { coin: 'BTC', amount: '0.2', now }),
  ]),
];

/** All that is real: what real accounts were answered, what they and the house hold, and every row that is not of bonus money. */
export function realOf({ ledger, log }: ModelRun) {
  const { money } = ledger;
  const isReal = ({ book }: { book: string }): boolean => book === 'real';
  const rows = [...ledger.tables()].map(
    ([table, found]) => [table, [...found.values()].filter((row) => bookOfRow(table, row) !== 'bonus')] as const,
  );
  return {
    outcomes: log.flatMap(({ label, asked, outcome }) => (isReal(asked) ? [{ label, command: asked.command.name, outcome }] : [])),
    balances: money.allBalances().filter(isReal),
    house: money.allHouse().filter(isReal),
    rows: Object.fromEntries(rows.filter(([, found]) => found.length > 0)),
  };
} // oxfmt-ignore
