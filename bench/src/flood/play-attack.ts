// One who floods whenever it is about to lose against one who never does: both play the same number of rounds with the fastest
// options, in turns, many coins at once, and what they are left with is compared.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  coins,
  findAccountCoinByTransaction,
  getMarketSummary,
  submitOptionsOrder,
  type OptionOrderMessage,
} from '@candor/wire';
import { credentialsOf, need, openVerified } from '../customer.ts';
import type { Customer } from '../customer.ts';
import { progress } from '../own-processes.ts';
import type { FloodOrder, FloodReport } from './plan.ts';
import { endedOptions } from './steady-options.ts';

export interface Flood {
  order(order: FloodOrder): void;
  report(): Promise<FloodReport>;
  end(): Promise<void>;
}

export interface AttackResult {
  rounds: number;
  /** Money at the end, of 10,000. */
  attacker: string;
  honest: string;
  /** How often it was about to lose. */
  floods: number;
  results: { attacker: Record<string, number>; honest: Record<string, number> };
}

export interface AttackPlan {
  url: string;
  rounds: number;
  openFlood: () => Promise<Flood>;
}

const stake = '50';
const coinsAtOnce = 10;
/** When the decision to flood falls, and until when it lasts, by the clock of the expiry. */
const [decideMs, lastsMs] = [4_700, 800];
const durationMs = 30_000;

export async function playAttack({ url, rounds, openFlood }: AttackPlan): Promise<AttackResult> {
  const attacker = await open(url, 'attacker');
  const honest = await open(url, 'honest');
  const flood = await openFlood();
  flood.order('stop');
  let floods = 0;
  for (let played = 0; played < rounds; played += coinsAtOnce) {
    const count = Math.min(coinsAtOnce, rounds - played);
    await playTogether(honest, { count, round: played });
    await playTogether(attacker, {
      count,
      round: played,
      async beforeEnd(isLosing) {
        if (!isLosing) return;
        floods++;
        flood.order('ask');
        await sleep(decideMs + lastsMs);
        flood.order('stop');
      },
    });
    progress(`${played + count} of ${rounds} rounds, ${floods} floods`);
  }
  await flood.end();
  const results = {
    attacker: countResults(await endedOptions([attacker])),
    honest: countResults(await endedOptions([honest])),
  };
  return { rounds, floods, results, attacker: await moneyOf(attacker), honest: await moneyOf(honest) };
}

/** Chance alone makes a difference between two who play fair of less than this many times what it makes on average. */
const chanceMax = 3;

/** That flooding pays: stakes that came back, or more money than chance explains. */
export function attackFaults({ rounds, attacker, honest, results }: AttackResult): string[] {
  const faults: string[] = [];
  const voids = results.attacker['void'] ?? 0;
  if (voids > (results.honest['void'] ?? 0)) faults.push(`${voids} options of the attacker ended void`);
  const ahead = parseFloat(attacker) - parseFloat(honest);
  const most = chanceMax * parseFloat(stake) * Math.sqrt(2 * rounds);
  if (ahead > most) faults.push(`the attacker is ahead by ${ahead}, of which chance explains ${Math.round(most)}`);
  return faults;
}

export const renderAttack = ({ rounds, floods, attacker, honest, results }: AttackResult): string[] => [
  `attack    ${rounds} rounds, flooded in ${floods}: the attacker is left with ${attacker}, one who does not flood with ${honest}`,
  `          attacker ${JSON.stringify(results.attacker)}, honest ${JSON.stringify(results.honest)}`,
];

const open = (url: string, name: string): Promise<Customer> => openVerified(url, credentialsOf(name));

interface Together {
  count: number;
  round: number;
  beforeEnd?: (isLosing: boolean) => Promise<void>;
}

/** An option on each of so many coins, all at once, until all have ended. */
async function playTogether(customer: Customer, { count, round, beforeEnd }: Together): Promise<void> {
  const { client, user } = customer;
  const before = await pricesNow(customer);
  const placed: OptionOrderMessage[] = [];
  for (const [place, { symbol }] of coins.slice(0, count).entries()) {
    const order = {
      pair_type: symbol,
      trade_user_id: user.account_id,
      trade_num: stake,
      option_config_id: '1',
      trade_transaction_type: 1 + ((round / coinsAtOnce + place) % 2),
    };
    const outcome = await client.call(submitOptionsOrder, order);
    if (outcome.ok) placed.push(outcome.data);
  }
  await sleep(durationMs - decideMs);
  const after = await pricesNow(customer);
  const balance = placed.reduce((sum, { pair_type, trade_transaction_type: side }) => {
    const rose = after.get(pair_type)! > before.get(pair_type)!;
    return sum + (rose === (side === 1) ? 1 : -1);
  }, 0);
  await beforeEnd?.(balance < 0);
  await endedOptions([customer]);
}

/** Of each coin by its symbol; only whether they rose is asked of them. */
async function pricesNow({ client }: Customer): Promise<Map<string, number>> {
  const summary = need(await client.call(getMarketSummary, {}), 'prices');
  return new Map(summary.coins.map(({ symbol, price }) => [symbol, parseFloat(price ?? '0')]));
}

function countResults(orders: readonly OptionOrderMessage[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { result } of orders) counts[result ?? 'open'] = (counts[result ?? 'open'] ?? 0) + 1;
  return counts;
}

async function moneyOf({ client, user }: Customer): Promise<string> {
  const { RESULT_LIST } = need(
    await client.call(findAccountCoinByTransaction, { user_id: user.account_id }),
    'the balance',
  );
  return RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT')!.qty;
}
