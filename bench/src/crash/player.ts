// One client: a person who orders, takes test money and looks at balances, and who repeats with the same key whatever
// came back without an answer.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  coins,
  isInDoubt,
  isTurnedAway,
  findAccountCoinByTransaction,
  optionSides,
  parseWireId,
  queryLogin,
  queryOptionsOrderList,
  submitOptionsOrder,
  takeTestMoney,
} from '@candor/wire';
import type { ContractOrderMessage, OptionOrderMessage, Outcome, Uuid } from '@candor/wire';
import type { Customer } from '../customer.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Findings } from './findings.ts';
import { createContractIntents, listOpenContracts, sendContract } from './contract-intents.ts';
import type { Answer, AnswerData, Entry, Intent, Journal } from './journal.ts';

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
}

export interface Player {
  tally: Tally;
  /** Plays until `isOver`, and to the end of what it had begun; orders only while `mayOrder`. */
  play(until: { isOver: () => boolean; mayOrder: () => boolean }): Promise<void>;
  /** Cancels and closes contracts until none is left. */
  windUp(): Promise<void>;
}

const callTimeoutMs = 20_000;
const answerWithinMs = 60_000;
const windUpWithinMs = 60_000;

export function createPlayer(options: PlayerOptions): Player {
  const { customer, journal, findings, random } = options;
  const { client, user, email, password } = customer;
  const accountId = parseWireId('account', user.account_id)!;
  const tally: Tally = { acknowledged: 0, retries: 0, repeated: 0, reads: 0, logins: 0, failures: 0 };
  const answered: Entry[] = [];
  const contracts = createContractIntents({ customer, random, coins });
  let lastOrder: OptionOrderMessage | undefined;
  let restartsSeen = options.restarts();

  const limits = () => ({ signal: AbortSignal.timeout(callTimeoutMs) });

  function send({ intent, key }: Entry): Promise<Outcome<AnswerData>> {
    const how = { idempotencyKey: key, ...limits() };
    if (intent.kind === 'faucet') return client.call(takeTestMoney, { coin: intent.coin, amount: intent.amount }, how);
    if (intent.kind !== 'place') return sendContract(customer, intent, how);
    const { symbol, side, stake } = intent;
    return client.call(
      submitOptionsOrder,
      {
        pair_type: symbol,
        trade_user_id: user.account_id,
        trade_num: stake,
        option_config_id: '1',
        trade_transaction_type: optionSides[side],
      },
      how,
    );
  }

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
    answered.push(entry);
    if (answer.ok && intent.kind === 'place') lastOrder = answer.data as OptionOrderMessage;
    else if (answer.ok && intent.kind !== 'faucet') contracts.note(answer.data as ContractOrderMessage);
    if (random.next() < 0.05) await repeat(random.pick(answered));
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

  async function logInAgain(): Promise<void> {
    const outcome = await client.call(queryLogin, { user_name: email, user_password: password }, limits());
    if (outcome.ok) tally.logins++;
  }

  async function playContract(): Promise<void> {
    const intent = await contracts.next();
    if (intent) await carryOut(intent);
  }

  return {
    tally,
    async windUp() {
      const deadline = performance.now() + windUpWithinMs;
      for (;;) {
        const open = await listOpenContracts(customer);
        if (open?.length === 0) return;
        if (performance.now() > deadline) return findings.add('contracts did not end', `of ${email}`);
        for (const { trade_id, state, order_type, closing } of open ?? []) {
          const change = { trade_id };
          if (state === 'waiting' && order_type === 'limit') await carryOut({ kind: 'cancel', change });
          else if (state === 'open' && !closing) await carryOut({ kind: 'close', change });
        }
        await sleep(500);
      }
    },
    async play({ isOver, mayOrder }) {
      await carryOut({ kind: 'faucet', coin: 'USDT', amount: '500' });
      while (!isOver()) {
        if (restartsSeen !== options.restarts()) {
          restartsSeen = options.restarts();
          if (random.next() < 0.1) await logInAgain();
        }
        const roll = random.next();
        if (roll < (mayOrder() ? 0.1 : 0.4))
          await carryOut({ kind: 'faucet', coin: 'USDT', amount: amountFrom(random, 5, 40) });
        else if (roll < 0.45 && mayOrder()) await carryOut(orderFrom(random));
        else if (roll < 0.8 && mayOrder()) await playContract();
        else await look();
        await sleep(10 + random.below(50));
      }
    },
  };
}

const orderFrom = (random: SeededRandom): Intent => ({
  kind: 'place',
  symbol: random.pick(coins).symbol,
  side: random.next() < 0.5 ? 'up' : 'down',
  stake: amountFrom(random, 10, 30),
});

/** With up to four decimals, as typed. */
function amountFrom(random: SeededRandom, from: number, to: number): string {
  const fraction = String(random.below(10_000)).padStart(4, '0').replace(/0+$/, '');
  const whole = String(from + random.below(to - from));
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** For what the oracle looks up. */
export const orderIdOf = (order: OptionOrderMessage): Uuid | undefined => parseWireId('option', order.option_order_id);
