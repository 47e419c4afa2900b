// Purchases on a stage of their own: prices, rates and the clock are the test's, and what is due is done when the test lets it.
import { randomUUID } from 'node:crypto';
import {
  cancelPurchase,
  confirmPurchase,
  findPurchases,
  markPurchasePaid,
  rejectPurchase,
  submitPurchase,
  wad,
  wireId,
  type AssetCode,
  type Endpoint,
  type Purchase,
  type Uuid,
} from '@candor/wire';
import { purchasesEngine } from '../../src/purchases/purchases-engine.ts';
import { purchasesWeb } from '../../src/purchases/purchases-web.ts';
import { storeDemoRates } from '../../src/currencies/demo-rates.ts';
import type { OperatorContext } from '../../src/kit/feature.ts';
import { startPart, stopPart } from '../../src/kit/part.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import { fundHouse } from '../../src/ledger/fund-house.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { openDueWork } from '../../src/ledger/due-work.ts';
import { digestOf, newKey } from './money.ts';
import { openProductStage, type Caller, type ProductStage } from './product-stage.ts';

export interface PurchaseStage extends Omit<ProductStage<ReturnType<typeof purchasesWeb>>, 'end'> {
  order(caller: Caller, wanted?: { money?: string; currency?: string; coin?: AssetCode; receive?: string; fee?: string; accuracy?: number }): Promise<Purchase>;
  paid(caller: Caller, id: string): Promise<Purchase>;
  cancel(caller: Caller, id: string): Promise<Purchase>;
  confirm(id: string, more?: { received?: string; transfer_id?: string; key?: Uuid }): Promise<Purchase>;
  reject(id: string, more?: { received?: string; reason?: string }): Promise<Purchase>;
  list(accountId: Uuid): Promise<Purchase[]>;
  reserved(coin: AssetCode): Promise<string>;
  /** An engine of its own runs until nothing is due any more. */
  catchUp(lanes?: Lanes): Promise<void>;
  end(): Promise<void>;
} // oxfmt-ignore

export const minuteMs = 60_000;

export async function openPurchaseStage(inventory: Partial<Record<AssetCode, string>>): Promise<PurchaseStage> {
  const startMs = Date.now();
  const stage = await openProductStage({ startMs: startMs - (startMs % 86_400_000) + 3_600_000 }, ({ ledger, ...parts }) =>
    purchasesWeb({
      ...ledger,
      ...parts,
      support: { timeZone: 'UTC' },
      pictures: { keep: async () => true, show: async () => undefined },
      mail: { send: async () => undefined, close: () => undefined },
      push: { publicKey: '', accepts: () => false, send: async () => 'gone', close: () => undefined },
      addressOf: async () => undefined,
    }),
  ); // oxfmt-ignore
  const { ledger, clock } = stage;
  for (const [coin, amount] of Object.entries(inventory))
    await fundHouse(ledger.lanes, { coin: coin as AssetCode, amount: wad(amount), book: 'real', ...newKey(), now: clock.now() }); // oxfmt-ignore
  await storeDemoRates(ledger.pool, clock);
  await stage.stop();
  await stage.start();
  const operator = await treasurer(stage.ledger.pool);

  async function decide(call: Endpoint, payload: object, key = randomUUID() as Uuid): Promise<Purchase> {
    const context = { operator, receivedAt: clock.now(), idempotency: { key, digest: digestOf(JSON.stringify(payload)) } } as OperatorContext; // oxfmt-ignore
    const bound = stage.product().calls.find((each) => each.call === call)!;
    return call.reply.parse(await bound.handle(call.payload.parse(payload), context)) as Purchase;
  }
  const list = async (accountId: Uuid): Promise<Purchase[]> =>
    (await stage.ask<{ RESULT_LIST: Purchase[] }>(findPurchases, { account_id: wireId('account', accountId), pagesize: 100 }, { accountId })).RESULT_LIST; // oxfmt-ignore

  return {
    ...stage,
    async order(caller, { money = '1000', currency = 'USD', coin = 'USDT', receive = '', fee = '', accuracy } = {}) {
      const coinAccuracy = accuracy ?? (coin === 'BTC' || coin === 'ETH' ? 8 : 4);
      const payload = { account_id: wireId('account', caller.accountId), short_name: currency, coin_code: coin, money, coinAccuracy, receive, fee }; // oxfmt-ignore
      return (await stage.ask<{ purchase: Purchase }>(submitPurchase, payload, caller)).purchase;
    },
    paid: (caller, id) => stage.ask(markPurchasePaid, { id }, caller),
    cancel: (caller, id) => stage.ask(cancelPurchase, { id }, caller),
    confirm: (id, { key, received = '1000', ...more } = {}) => decide(confirmPurchase, { purchase_id: id, received, ...more }, key), // oxfmt-ignore
    reject: (id, { reason = 'not-received', ...more } = {}) => decide(rejectPurchase, { purchase_id: id, reason, ...more }), // oxfmt-ignore
    list,
    async reserved(coin) {
      const { rows } = await ledger.pool.query<{ sum: string }>(
        `select trim_scale(coalesce(sum(balance), 0))::text as sum from ledger_house where bucket = 'purchases-reserve' and coin = $1`,
        [coin],
      );
      return rows[0]!.sum;
    },
    async catchUp(lanes = ledger.lanes) {
      const due = openDueWork({ pool: ledger.pool, lanes, clock, hooks: purchasesEngine().dueWork!, everyMs: 5 });
      await startPart(due);
      try {
        const due = 'select from due_work where due_at <= $1';
        const left = async () => (await ledger.pool.query(due, [new Date(clock.now())])).rowCount;
        await readUntil('all that is due is done', left, (count) => count === 0, { everyMs: 5 });
      } finally {
        await stopPart(due);
      }
    },
    end: stage.end,
  }; // oxfmt-ignore
}

/** One who has shown the second factor just now. */
async function treasurer(pool: PurchaseStage['ledger']['pool']): Promise<OperatorContext['operator']> {
  const { rows } = await pool.query<{ id: Uuid }>(`select operator_of_demo('tess', 'treasurer') as id`);
  const operatorId = rows[0]!.id;
  await pool.query(`select operator_open_session($1, null, null, sha256($2::text::bytea), '127.0.0.1', 'a test')`, [operatorId, randomUUID()]); // oxfmt-ignore
  return { sessionId: operatorId, operatorId, name: 'tess', roles: ['treasurer'], steppedUpUntil: Infinity, endsAt: Infinity, isDemo: true }; // oxfmt-ignore
}
