// Test money out of a house account that only the demo has; a day's limit for each account and coin.
import { add, assetDecimals, coinOfCode, faucetDailyLimit, formatAmount, experienceBonus, parseAmount, wad, zero, type AssetCode, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { createHash } from 'node:crypto';
import type { Book } from '../kit/feature.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import { uuidOf, uuidOfWords } from '../kit/uuid-of.ts';
import { insertRow, updateRow, type Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import { faucetDays, type FaucetDay } from './store.ts';

interface TestMoney {
  accountId: Uuid;
  coin: AssetCode;
  amount: Wad;
  dayId: Uuid;
  day: string;
  purpose: FaucetDay['purpose'];
  limit: Wad;
}
interface Given {
  coin: string;
  amount: string;
  balance: string;
}

const dayMs = 86_400_000;

export const giveTestMoney: Command<TestMoney, Given> = {
  name: 'give-test-money',
  refusals: ['faucet-limit'],
  coins: ({ coin }) => [coin],
  house: ['demo-faucet'],
  rows: ({ dayId }) => [{ table: faucetDays, id: dayId }],
  decide({ accountId, coin, amount, dayId, day, purpose, limit }, state) {
    const row = state.row(faucetDays, dayId);
    const given = add(row?.given ?? zero, amount);
    if (given > limit)
      return new Refusal('faucet-limit', { limit: formatAmount(limit), given: formatAmount(row?.given ?? zero) });
    const next: FaucetDay = row ? { ...row, given } : { accountId, dayId, coin, day, purpose, given };
    return {
      // The database looks there for what was given.
      objectId: dayId,
      moves: [{ kind: 'test-money', coin, from: 'demo-faucet', to: 'available', amount }],
      writes: [row ? updateRow(faucetDays, next) : insertRow(faucetDays, next)],
      reply: {
        coin,
        amount: formatAmount(amount),
        balance: formatAmount(add(state.balance(coin).available, amount)),
      },
    };
  },
};

export interface Asker {
  accountId: Uuid;
  book: Book;
  receivedAt: number;
  idempotency: { key: Uuid; digest: Buffer };
}

/** Refuses unknown-coin, amount-malformed, too-many-decimals and faucet-limit. */
export function takeFromFaucet(lanes: Lanes, asker: Asker, wanted: { coin: string; amount: string }): Promise<Given> {
  if (wanted.coin !== 'USDT' && !coinOfCode(wanted.coin)) refuse('unknown-coin');
  const coin = wanted.coin as AssetCode;
  const amount = parseAmount(wanted.amount) ?? refuse('amount-malformed', { field: 'amount' });
  if (amount === zero) refuse('amount-malformed', { field: 'amount' });
  if (!fitsPrecision(amount, coin)) {
    refuse('too-many-decimals', { field: 'amount', decimals: String(assetDecimals(coin)) });
  }
  return giveMoney(lanes, asker, { coin, amount, purpose: 'faucet', limit: wad(faucetDailyLimit) });
}

/** What an experience account starts with; the key is made from the account, so it is given once. */
export async function fundExperienceAccount(lanes: Lanes, accountId: Uuid, now: number): Promise<void> {
  const digest = createHash('sha256').update(`experience ${accountId}`).digest();
  const amount = wad(experienceBonus);
  const asker: Asker = { accountId, book: 'bonus', receivedAt: now, idempotency: { key: uuidOf(digest), digest } };
  await giveMoney(lanes, asker, { coin: 'USDT', amount, purpose: 'experience', limit: amount });
}

/** Refuses faucet-limit. */
export function giveMoney(
  lanes: Lanes,
  { accountId, book, receivedAt, idempotency }: Asker,
  { coin, amount, purpose, limit }: { coin: AssetCode; amount: Wad; purpose: 'faucet' | 'experience'; limit: Wad },
): Promise<Given> {
  const day = new Date(receivedAt - (receivedAt % dayMs)).toISOString().slice(0, 10);
  const dayId = uuidOfWords(`${purpose} ${accountId} ${coin} ${day}`);
  const input = { accountId, coin, amount, dayId, day, purpose, limit };
  return lanes.submit({ command: giveTestMoney, accountId, book, input, receivedAt, idempotency });
}
