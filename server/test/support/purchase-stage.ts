// Purchases on a stage of their own: prices, rates and the clock are the test's, and what is due is done when the test lets it.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  add,
  answerTransferDouble,
  cancelPurchase,
  closeTakenBack,
  confirmPurchase,
  confirmPurchaseAct,
  findPurchases,
  formatAmount,
  getPurchaseDesk,
  getTransfer,
  importStatement,
  markPurchasePaid,
  parseWireId,
  recordRefund,
  type recordRefundAct,
  rejectPurchase,
  returnTransfer,
  type returnTransferAct,
  submitPurchase,
  wad,
  wireId,
  type Act,
  type ActKind,
  type AssetCode,
  type Endpoint,
  type ListedTransfer,
  type OperatorRole,
  type Purchase,
  type Uuid,
} from '@candor/wire';
import type { z } from 'zod';
import { purchasesEngine } from '../../src/purchases/purchases-engine.ts';
import { purchasesWeb } from '../../src/purchases/purchases-web.ts';
import { storeDemoRates } from '../../src/currencies/demo-rates.ts';
import type { OperatorContext } from '../../src/kit/feature.ts';
import { inTransaction } from '../../src/kit/in-transaction.ts';
import { startPart, stopPart } from '../../src/kit/part.ts';
import type { Upload } from '../../src/kit/upload.ts';
import { readUntil } from '../../src/kit/until.test-support.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { openDueWork } from '../../src/ledger/due-work.ts';
import { approvedProposal } from './acts.ts';
import { digestOf } from './money.ts';
import { payIntoHouse } from './pay-into-house.ts';
import { openProductStage, type Caller, type ProductStage } from './product-stage.ts';
import { openBankDouble } from './neighbours/bank-double.ts';

interface LineWanted {
  received?: string;
  text?: string | undefined;
  /** Today where it is not said. */
  bookedOn?: string | undefined;
  by?: string;
}

export interface PurchaseStage extends Omit<ProductStage<ReturnType<typeof purchasesWeb>>, 'end'> {
  order(caller: Caller, wanted?: { money?: string; currency?: string; coin?: AssetCode; receive?: string; fee?: string; accuracy?: number }): Promise<Purchase>;
  paid(caller: Caller, id: string): Promise<Purchase>;
  cancel(caller: Caller, id: string): Promise<Purchase>;
  /** By the treasurer alone, with a line that another operator imported, unless the line is named; '' is none. */
  confirm(id: string, more?: { received?: string; transfer_id?: string; bookedOn?: string; key?: Uuid; by?: string }): Promise<Purchase>;
  reject(id: string, more?: { received?: string; transfer_id?: string; reason?: string }): Promise<Purchase>;
  /** A line of a statement about this order, unless its text says otherwise. */
  importLine(id: string, more?: LineWanted): Promise<string>;
  /** Imports a whole statement file of the bank. */
  importFile(file: string, by?: string, said?: z.input<(typeof importStatement)['payload']>): Promise<z.output<(typeof importStatement)['reply']>>;
  /** Returns the lines with this amount, as the desk shows them. */
  lines(amount: string): Promise<ListedTransfer[]>;
  closeLine(id: string, by: string, note?: string): Promise<unknown>;
  answerDouble(id: string, answer: 'another' | 'same', by?: string): Promise<unknown>;
  /** What the desk shows of it to the treasurer. */
  look(id: string): Promise<z.output<(typeof getPurchaseDesk)['reply']>>;
  /** By two persons; answers with the facts that both read. */
  decideByTwo(body: z.input<(typeof confirmPurchaseAct)['body']>): Promise<Record<string, unknown>>;
  /** Another treasurer, whose day nothing was decided in. Answers with the operator's id. */
  seatTreasurer(name: string): Promise<Uuid>;
  /** An order that owes this refund, in the currency of the order. */
  owesRefund(caller: Caller, refund: string, currency?: string): Promise<Purchase>;
  refund(id: string, more?: { by?: string; key?: Uuid }): Promise<z.output<(typeof recordRefund)['reply']>>;
  returnLine(id: string, by?: string): Promise<unknown>;
  /** `act` by two persons, the treasurer and rita; answers with the facts that both read. */
  actByTwo(act: typeof recordRefundAct | typeof returnTransferAct, body: object, maker?: string): Promise<Record<string, unknown>>;
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
    }),
  ); // oxfmt-ignore
  const { ledger, clock } = stage;
  for (const [coin, amount] of Object.entries(inventory))
    await payIntoHouse(ledger, { coin: coin as AssetCode, amount });
  await storeDemoRates(ledger.pool, clock);
  await stage.stop();
  await stage.start();
  const people = new Map<string, OperatorContext['operator']>();
  const seat = async (name: string, role: OperatorRole): Promise<Uuid> => {
    const operator = await signIn(ledger.pool, name, role);
    people.set(name, operator);
    return operator.operatorId;
  };
  await seat('tess', 'treasurer');
  await seat('rita', 'risk');

  async function handle<One extends Endpoint>(call: One, payload: object, more: Partial<OperatorContext> & { by?: string } = {}): Promise<z.output<One['reply']>> {
    const { by = 'tess', ...given } = more;
    const idempotency = { key: randomUUID() as Uuid, digest: digestOf(JSON.stringify(payload)) };
    const context = { operator: people.get(by), receivedAt: clock.now(), idempotency, ...given } as OperatorContext;
    const bound = stage.product().calls.find((each) => each.call === call)!;
    return call.reply.parse(await bound.handle(call.payload.parse(payload), context)) as z.output<One['reply']>;
  } // oxfmt-ignore
  const decide = (
    call: Endpoint,
    payload: object,
    { key = randomUUID() as Uuid, by = 'tess' }: { key?: Uuid | undefined; by?: string } = {},
  ): Promise<Purchase> =>
    handle(call, payload, { by, idempotency: { key, digest: digestOf(JSON.stringify(payload)) } }) as Promise<Purchase>;

  const importFile = (file: string, by = 'rita', said: z.input<(typeof importStatement)['payload']> = {}) =>
    handle(importStatement, said, {
      by,
      openUpload: async () => ({ bytes: Readable.from([Buffer.from(file)]), isWhole: () => true }) as Upload,
    });
  const bank = openBankDouble();
  let statements = 0;
  async function importLine(id: string, { received = '1000', text, bookedOn, by = 'rita' }: LineWanted = {}): Promise<string> {
    const { rows: [order] } = await ledger.pool.query<{ currency: string; reference: string }>('select currency, reference from purchases where purchase_id = $1', [parseWireId('purchase', id)]);
    const day = bookedOn ?? new Date(clock.now()).toISOString().slice(0, 10);
    const said = `${text ?? order!.reference} ${++statements}`;
    // The bank's reference distinguishes lines with the same text.
    await importFile(bank.file(bank.book({ day, amount: received, currency: order!.currency, payer: 'Ann Lee', text: said })), by);
    const { rows } = await ledger.pool.query<{ id: Uuid }>('select transfer_id as id from bank_transfers where text = $1', [said]);
    return wireId('transfer', rows[0]!.id);
  } // oxfmt-ignore

  /** The same line for the same words on the same order, as a person who tries again would choose it. */
  const lines = new Map<string, Promise<string>>();
  const lineOf = (id: string, received: string, bookedOn?: string): Promise<string> => {
    const name = `${id} ${received} ${bookedOn}`;
    const found = lines.get(name) ?? importLine(id, { received, bookedOn });
    lines.set(name, found);
    return found;
  };
  const list = async (accountId: Uuid): Promise<Purchase[]> =>
    (await stage.ask<{ RESULT_LIST: Purchase[] }>(findPurchases, { account_id: wireId('account', accountId), pagesize: 100 }, { accountId })).RESULT_LIST; // oxfmt-ignore

  async function actByTwo(act: Act, given: object, maker = 'tess'): Promise<Record<string, unknown>> {
    const body = act.body.parse(given);
    const bound = stage.product().acts.find((each) => each.act === act)!;
    const facts = await bound.facts(body, ledger.pool);
    const wanted = { kind: act.kind as ActKind, body: body as object, facts, maker: [maker, 'treasurer'], checker: ['rita', 'risk'] } as const; // oxfmt-ignore
    const proposalId = await approvedProposal(ledger.pool, wanted);
    await inTransaction(ledger.pool, (database) => bound.carryOut({ proposalId, body, facts, maker, checker: 'rita' }, database));
    return facts;
  } // oxfmt-ignore

  const self: PurchaseStage = {
    ...stage,
    async order(caller, { money = '1000', currency = 'USD', coin = 'USDT', receive = '', fee = '', accuracy } = {}) {
      const coinAccuracy = accuracy ?? (coin === 'BTC' || coin === 'ETH' ? 8 : 4);
      const payload = { account_id: wireId('account', caller.accountId), short_name: currency, coin_code: coin, money, coinAccuracy, receive, fee }; // oxfmt-ignore
      return (await stage.ask<{ purchase: Purchase }>(submitPurchase, payload, caller)).purchase;
    },
    paid: (caller, id) => stage.ask(markPurchasePaid, { id }, caller),
    cancel: (caller, id) => stage.ask(cancelPurchase, { id }, caller),
    async confirm(id, { key, received = '1000', transfer_id, bookedOn, by = 'tess' } = {}) {
      const line = transfer_id ?? (await lineOf(id, received, bookedOn));
      return decide(confirmPurchase, { purchase_id: id, received, transfer_id: line }, { key, by });
    },
    async reject(id, { reason = 'not-received', received = '0', transfer_id } = {}) {
      const line = transfer_id ?? (received === '0' ? '' : await lineOf(id, received));
      return decide(rejectPurchase, { purchase_id: id, received, transfer_id: line, reason });
    },
    importLine,
    importFile,
    async lines(amount) {
      const { rows } = await ledger.pool.query<{ id: Uuid }>('select transfer_id as id from bank_transfers where amount = $1', [amount]);
      return Promise.all(rows.map(({ id }) => handle(getTransfer, { transfer_id: wireId('transfer', id) })));
    },
    answerDouble: (id, answer, by = 'tess') => handle(answerTransferDouble, { transfer_id: id, answer }, { by }),
    closeLine: (id, by, note = 'paid again') => handle(closeTakenBack, { transfer_id: id, note }, { by }),
    look: (id) => handle(getPurchaseDesk, { purchase_id: id }),
    decideByTwo: (body) => actByTwo(confirmPurchaseAct, body),
    actByTwo,
    seatTreasurer: (name) => seat(name, 'treasurer'),
    async owesRefund(caller, refund, currency = 'USD') {
      const order = await self.order(caller, { money: '100', currency });
      await self.paid(caller, order.id);
      const received = formatAmount(add(wad('100'), wad(refund)));
      await self.decideByTwo({ purchase_id: order.id, received, booked_on: new Date(clock.now()).toISOString().slice(0, 10) });
      return order;
    },
    refund: (id, { by = 'tess', key = randomUUID() as Uuid } = {}) =>
      handle(recordRefund, { purchase_id: id }, { by, idempotency: { key, digest: digestOf(id) } }),
    returnLine: (id, by = 'tess') => handle(returnTransfer, { transfer_id: id }, { by }),
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
  return self;
}

/** One who has shown the second factor just now. */
async function signIn(pool: PurchaseStage['ledger']['pool'], name: string, role: OperatorRole): Promise<OperatorContext['operator']> {
  const { rows } = await pool.query<{ id: Uuid }>('select operator_of_demo($1, $2) as id', [name, role]);
  const operatorId = rows[0]!.id;
  await pool.query(`select operator_open_session($1, null, null, sha256($2::text::bytea), '127.0.0.1', 'a test')`, [operatorId, randomUUID()]); // oxfmt-ignore
  return { sessionId: operatorId, operatorId, name, roles: [role], steppedUpUntil: Infinity, endsAt: Infinity, isDemo: true };
} // oxfmt-ignore
