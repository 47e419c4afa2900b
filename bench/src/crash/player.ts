// One client: a person who orders, takes test money and looks at balances, and who repeats with the same key whatever
// came back without an answer.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isInDoubt,
  isTurnedAway,
  findAccountCoinByTransaction,
  parseWireId,
  queryLogin,
  queryOptionsOrderList,
  submitOptionsOrder,
  takeTestMoney,
} from '@candor/wire';
import type { OptionOrderMessage, Outcome } from '@candor/wire';
import type { Customer } from '../customer.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Findings } from './findings.ts';
import { tallyCalls } from './tally-calls.ts';
import type { CallTally } from './tally-calls.ts';
import { acceptedBy, intentOf } from './journal.ts';
import type { Answer, Entry, Intent, Journal } from './journal.ts';
import { callsOfProduct, playableProducts, playedCall } from '../playable.ts';
import { playProducts } from '../play-products.ts';
import { windUpContracts } from '../wind-up-contracts.ts';

export interface PlayerOptions {
  customer: Customer;
  journal: Journal;
  findings: Findings;
  random: SeededRandom;
  /** How often the server has come back so far. */
  restarts: () => number;
  onAnswer(sentAt: number): void;
}

export interface Tally {
  acknowledged: number;
  retries: number;
  repeated: number;
  reads: number;
  logins: number;
  /** Answers with HTTP 500: nothing is lost by them, and none should be. */
  failures: number;
  calls: CallTally;
}

export interface Player {
  tally: Tally;
  /** Plays until `isOver`, and to the end of what it had begun; options and contracts only while `mayOrder`. */
  play(until: { isOver: () => boolean; mayOrder: () => boolean }): Promise<void>;
  /** Cancels and closes contracts until none is left. */
  windUp(): Promise<void>;
}

const callTimeoutMs = 20_000;
const answerWithinMs = 60_000;
const lookShare = 0.15;
/** What is recomputed when all has ended, and so drawn more often. */
const endingProducts: readonly string[] = ['options', 'contracts'];
const endingShare = 0.5;
/** What each client begins with, USDT. */
const firstMoney = '2000';

export function createPlayer(options: PlayerOptions): Player {
  const { customer, journal, findings, random } = options;
  const { client, user, email, password } = customer;
  const accountId = parseWireId('account', user.account_id)!;
  const tally: Tally = {
    acknowledged: 0,
    retries: 0,
    repeated: 0,
    reads: 0,
    logins: 0,
    failures: 0,
    calls: tallyCalls(),
  };
  const answered: Entry[] = [];
  const products = playProducts({ customer, random });
  let lastOrder: OptionOrderMessage | undefined;
  let restartsSeen = options.restarts();

  const limits = () => ({ signal: AbortSignal.timeout(callTimeoutMs) });

  const send = ({ intent, key }: Entry): Promise<Outcome<unknown>> =>
    client.call(playedCall(intent.call).call, intent.payload as never, { idempotencyKey: key, ...limits() });

  /**
   * Sends with the same key while it is in doubt what became of it; undefined when that takes longer than anyone would wait. Without
   * doubt, whoever is told that nothing was done believes it.
   */
  async function learn(entry: Entry, isRepeated = false): Promise<Answer | undefined> {
    const deadline = performance.now() + answerWithinMs;
    let inDoubt = isRepeated;
    while (performance.now() < deadline) {
      const sentAt = performance.now();
      const outcome = await send(entry);
      if (outcome.ok) {
        options.onAnswer(sentAt);
        return { ok: true, data: outcome.data };
      }
      if (outcome.httpStatus === 500) tally.failures++;
      const { code, facts } = outcome;
      inDoubt ||= isInDoubt(code);
      if (code === 'login-required') await logInAgain();
      if (code !== 'unreachable' && !isInDoubt(code) && !(inDoubt && isTurnedAway(code)))
        return { ok: false, code, facts };
      entry.retries++;
      tally.retries++;
      await pause();
    }
    return undefined;
  }

  const pause = (): Promise<void> => sleep(80 + random.below(240));

  /** Under a new key whenever nothing was done under the one before. */
  async function decide(intent: Intent): Promise<{ entry: Entry; answer: Answer | undefined }> {
    const deadline = performance.now() + answerWithinMs;
    for (;;) {
      const entry = journal.intend(accountId, random.uuid(), intent);
      const answer = await learn(entry);
      if (answer) journal.acknowledge(entry, answer);
      if (!answer || answer.ok || !isTurnedAway(answer.code)) return { entry, answer };
      if (performance.now() > deadline) return { entry, answer: undefined };
      tally.retries++;
      await pause();
    }
  }

  async function carryOut(intent: Intent): Promise<void> {
    const { entry, answer } = await decide(intent);
    if (!answer) return findings.add('never answered', `${entry.key} of ${email}`);
    tally.acknowledged++;
    // What is only asked is told as it is at that time.
    if (playedCall(intent.call).isDoneOnce) answered.push(entry);
    tally.calls.note(intent.call, answer);
    lastOrder = acceptedBy(entry, submitOptionsOrder)?.told ?? lastOrder;
    if (answer.ok) products.note(intent.call, answer.data);
    if (answered.length > 0 && random.next() < 0.05) await repeat(random.pick(answered));
  }

  async function repeat(entry: Entry): Promise<void> {
    const before = entry.answer;
    const answer = await learn(entry, true);
    tally.repeated++;
    if (!answer) return findings.add('never answered', `${entry.key} of ${email}, repeated`);
    if (journal.acknowledge(entry, answer)) return;
    findings.add(
      'same key, another answer',
      `${entry.key}: ${JSON.stringify(before)} and then ${JSON.stringify(answer)}`,
    );
  }

  /** Balances are never below zero, and an order that was acknowledged is in one of the two lists. */
  async function look(): Promise<void> {
    tally.reads++;
    const balances = await client.call(findAccountCoinByTransaction, { user_id: user.account_id }, limits());
    if (balances.ok) {
      for (const { coin_code, qty, reserved } of balances.data.RESULT_LIST) {
        if (qty.startsWith('-') || reserved.startsWith('-'))
          findings.add('below zero', `${email}: ${qty} and ${reserved} ${coin_code}`);
      }
    }
    const wanted = lastOrder;
    if (!wanted) return;
    // Open ones first: an order that ends in between is then found in the second list.
    const open = await listOrders(wanted.pair_type, 1);
    const ended = await listOrders(wanted.pair_type, 0);
    if (!open || !ended || [...open, ...ended].includes(wanted.option_order_id)) return;
    findings.add('acknowledged and then not there', `order ${wanted.option_order_id} of ${email}`);
  }

  async function listOrders(symbol: string, tradeType: number): Promise<string[] | undefined> {
    const page = { trade_user_id: user.account_id, pair_type: symbol, trade_type: tradeType, pagesize: 100 };
    const outcome = await client.call(queryOptionsOrderList, page, limits());
    return outcome.ok ? outcome.data.RESULT_LIST.map((order) => order.option_order_id) : undefined;
  }

  /** Of every product, or only of those whose orders need not end under the kills. */
  async function draw(mayOrder: boolean): Promise<Intent | undefined> {
    const isEnding = mayOrder && random.next() < endingShare;
    const others = playableProducts.filter((each) => mayOrder || !endingProducts.includes(each));
    const calls = callsOfProduct(random.pick(isEnding ? endingProducts : others));
    // Whoever has nothing to change yet begins something.
    while (calls.length > 0) {
      const [drawn] = calls.splice(random.below(calls.length), 1);
      const payload = await products.payloadOf(drawn!);
      if (payload !== undefined) return { call: drawn!.name, payload };
    }
    return undefined;
  }

  async function logInAgain(): Promise<void> {
    const outcome = await client.call(queryLogin, { user_name: email, user_password: password }, limits());
    if (outcome.ok) tally.logins++;
  }

  return {
    tally,
    windUp: () => windUpContracts(customer, { carryOut, findings }),
    async play({ isOver, mayOrder }) {
      await carryOut(intentOf(takeTestMoney, { coin: 'USDT', amount: firstMoney }));
      while (!isOver()) {
        if (restartsSeen !== options.restarts()) {
          restartsSeen = options.restarts();
          if (random.next() < 0.1) await logInAgain();
        }
        const intent = random.next() < lookShare ? undefined : await draw(mayOrder());
        if (intent) await carryOut(intent);
        else await look();
        await sleep(10 + random.below(50));
      }
    },
  };
}
