// Operator calls about bank transfers: the queue of orders, lines of statements, and the acts that take two persons.
import { createHash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import {
  confirmPurchaseAct,
  confirmPurchase,
  currencyDecimals,
  dollarsOf,
  exportPurchases,
  fitsDecimals,
  formatAmount,
  getPurchaseDesk,
  isDay,
  listPurchases,
  parseAmount,
  parseWireId,
  plainCode,
  purchasedCoins,
  recordRefund,
  rejectPurchase,
  rolesFor,
  viewPurchaseProof,
  wireId,
  zero,
  type ListedPurchase,
  type RejectReason,
  type Wad,
} from '@candor/wire';
import type { Rates } from '../currencies/open-rates.ts';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindDownload } from '../kit/download.ts';
import { bindOperator, type BoundCall, type OperatorContext, type OperatorSession } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import type { SettingOfAll, Settings } from '../kit/settings.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { Market } from '../market/market.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { pictureDownload } from '../pictures/pictures.ts';
import { shownToOperator } from '../pictures/viewer.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { confirmOrder, rejectOrder, type DecidePurchase } from './decide-purchase.ts';
import type { UnpaidTerms } from './payment-terms.ts';
import { termsOf, type PurchaseTerms } from './purchase-terms.ts';
import { purchaseMessage, type Purchase } from './purchase.ts';
import { ratesNow } from './rates-now.ts';
import { recordRefundByTwo, refundAlone } from './record-refund.ts';
import { returnTransferByTwo } from './return-transfer.ts';
import { holdsQuote, isLate, isUnpaid, secondReasonOf, type ProvingLine } from './rules.ts';
import { statementCalls } from './statement-calls.ts';
import {
  countToConfirm,
  findAnyPurchase,
  findLine,
  findListed,
  findTakenBack,
  listPurchases as readPurchases,
  transfersFor,
  type ListedRow,
} from './store.ts';
import { dayOf, type CurrencyTerms } from './terms.ts';

export interface TransferDeskParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  market: Market;
  rates: Rates;
  terms: Settings<CurrencyTerms>;
  purchaseTerms: SettingOfAll<PurchaseTerms>;
  unpaidTerms: SettingOfAll<UnpaidTerms>;
  pictures: Pick<Pictures, 'show'>;
}

interface Asked {
  purchase_id: string;
  received: string;
  transfer_id: string;
  /** The day of booking, which only a proposal without a line states. */
  booked_on?: string;
}
type By = DecidePurchase['by'];

export function transferDesk(parts: TransferDeskParts): { calls: BoundCall[]; acts: BoundAct[]; queues: BoundQueue[] } {
  const { pool } = parts;
  return {
    acts: [actOfTwo(parts), recordRefundByTwo(parts), returnTransferByTwo(parts)],
    queues: [
      {
        name: 'purchases',
        list: listPurchases,
        decidedBy: rolesFor(confirmPurchase),
        count: () => countToConfirm(pool),
      },
    ],
    calls: [
      ...lookCalls(parts),
      bindOperator(confirmPurchase, (asked, context) =>
        decided(asked.purchase_id, 'purchase-confirmed', context, parts, async (order) => {
          await requireMayConfirm(order, asked, context, parts);
          return confirm(order, asked, alone(context), parts);
        }),
      ),
      bindOperator(
        rejectPurchase,
        (asked, context) =>
        decided(asked.purchase_id, 'purchase-rejected', context, parts, (order) => reject(order, asked, alone(context), parts)), // oxfmt-ignore
      ),
      bindOperator(recordRefund, (asked, context) =>
        decided(asked.purchase_id, 'purchase-refunded', context, parts, (order) => refundAlone(order, context, parts)),
      ),
      ...statementCalls(parts),
    ],
  };
}

function lookCalls(parts: TransferDeskParts): BoundCall[] {
  const { pool, clock } = parts;
  return [
    ...bindList(listPurchases, exportPurchases, {
      pool,
      head: ['id', 'account_id', 'state', 'reference', 'money', 'currency', 'coin_amount', 'coin_code', 'ordered_at', 'paid_at', 'received', 'credited', 'refund', 'refunded_at', 'refunded_by', 'reason', 'decided_by'], // oxfmt-ignore
      async read({ pagesize: limit, current_page: page, reference = '', amount: text = '', ...filter }) {
        const amount = text === '' ? undefined : (parseAmount(text) ?? refuse('amount-malformed', { field: 'amount' })); // oxfmt-ignore
        const wanted = { ...filter, reference: plainCode(reference), amount, limit, offset: (page - 1) * limit };
        const { total, rows } = await readPurchases(pool, wanted);
        return { TOTAL: total, RESULT_LIST: await Promise.all(rows.map((order) => describe(order, parts))) };
      },
    }),
    bindOperator(getPurchaseDesk, async ({ purchase_id: id }, { operator }) => {
      const order = await findByWireId(pool, id);
      const [transfers, isAboveLimit, back] = await Promise.all([
        transfersFor(pool, order),
        isLarge(order, parts),
        findTakenBack(pool, order.purchaseId),
      ]);
      const reasonOf = (line: ProvingLine) => secondReasonOf(line, { decidedBy: operator.operatorId, isAboveLimit });
      return {
        ...(await describeOne(order, parts)),
        taken_back: back
          ? { transfer_id: wireId('transfer', back.transferId), reversed_on: back.reversedOn, text: back.reversalText }
          : null,
        proof: order.proof && `/api/purchases/${id}/proof`,
        transfers: transfers.map((each) => ({
          transfer_id: wireId('transfer', each.transferId),
          amount: formatAmount(each.amount),
          booked_on: each.bookedOn,
          text: each.text,
          payer: each.payer,
          imported_by: each.importer,
          second_reason: reasonOf(each) ?? null,
        })),
      };
    }),
    bindDownload(viewPurchaseProof, async ({ purchase_id: id }, context) => {
      const { operator } = context as OperatorContext;
      const order = await findByWireId(pool, id);
      const pictureId = order.proof ?? refuse('not-found');
      await note(pool, operator, 'purchase-proof-viewed', order);
      const jpeg = await parts.pictures.show(pictureId, shownToOperator(operator, clock.now()));
      return pictureDownload(jpeg ?? refuse('not-found'));
    }),
  ];
}

const keyOf = ({ idempotency, receivedAt }: OperatorContext) => ({ idempotency, receivedAt }); // oxfmt-ignore
const oneOf = ({ operator }: OperatorContext): By => ({ decidedBy: operator.operatorId, proposalId: null });

const findByWireId = async (pool: Pool, id: string): Promise<Purchase> =>
  (await findAnyPurchase(pool, parseWireId('purchase', id) ?? refuse('not-found'))) ?? refuse('not-found');

/** Runs `work` on the order, writes the audit entry, and returns the order as it is afterwards. */
async function decided(
  id: string,
  act: string,
  { operator }: OperatorContext,
  parts: TransferDeskParts,
  work: (order: Purchase) => Promise<unknown>,
): Promise<ListedPurchase> {
  await work(await findByWireId(parts.pool, id));
  const order = await findByWireId(parts.pool, id);
  await note(parts.pool, operator, act, order);
  return describeOne(order, parts);
}

/** Returns what the order's money buys at the current rates, with the fee of the order's terms. */
async function worthNow(order: Purchase, parts: TransferDeskParts): Promise<Wad | Refusal> {
  const { feeRate } = await termsOf(parts.purchaseTerms, order);
  const now = ratesNow(parts, order);
  return now instanceof Refusal ? now : purchasedCoins(order.money, order, { ...now, feeRate });
}

/** Idempotency key and time of a decision, and who decides. */
interface Deciding {
  how: ReturnType<typeof keyOf>;
  by: By;
}
const alone = (context: OperatorContext): Deciding => ({ how: keyOf(context), by: oneOf(context) });

async function confirm(
  order: Purchase,
  asked: Asked,
  { how, by }: Deciding,
  parts: TransferDeskParts,
): Promise<unknown> {
  const { secondPersonAbove } = await parts.terms.agreed(order.currency, order.termsVersion);
  const coinsNow = await worthNow(order, parts);
  const decided = await inputOf(order, asked, { at: how.receivedAt, by }, parts);
  const input = { ...decided, secondPersonAbove, coinsNow };
  if (input.received === zero) refuse('purchase-too-little');
  return parts.lanes.submit({ command: confirmOrder, accountId: order.accountId, book: 'real', input, ...how });
}

async function reject(
  order: Purchase,
  { reason, ...asked }: Asked & { reason: RejectReason },
  { how, by }: Deciding,
  parts: TransferDeskParts,
): Promise<unknown> {
  const decided = await inputOf(order, asked, { at: how.receivedAt, by }, parts);
  const input = { ...decided, reason, unpaidTerms: parts.unpaidTerms.now() };
  return parts.lanes.submit({ command: rejectOrder, accountId: order.accountId, book: 'real', input, ...how });
}

async function inputOf(
  order: Purchase,
  asked: Asked,
  { at, by }: { at: number; by: By },
  { pool }: TransferDeskParts,
): Promise<DecidePurchase> {
  const { accountId, purchaseId, coin, currency, orderedAt } = order;
  const received = readMoney(asked.received, order);
  const transferId = asked.transfer_id === '' ? null : (parseWireId('transfer', asked.transfer_id) ?? refuse('transfer-used')); // oxfmt-ignore
  const line = transferId === null ? undefined : await findLine(pool, transferId, purchaseId);
  const bookedOn = line?.bookedOn ?? (asked.booked_on || null);
  return { accountId, purchaseId, coin, currency, orderedAt, at, by, transferId, line, bookedOn, received };
}

function readMoney(text: string, { currency }: Purchase): Wad {
  const money = parseAmount(text) ?? refuse('amount-malformed', { field: 'received' });
  const decimals = currencyDecimals[currency];
  return fitsDecimals(money, decimals) ? money : refuse('too-many-decimals', { field: 'received', decimals: String(decimals) }); // oxfmt-ignore
}

/** Checks the operator's sum of the day. What one operator confirms alone counts in dollars, by the rate of the order. */
async function requireMayConfirm(
  order: Purchase,
  asked: Asked,
  { operator: { operatorId } }: OperatorContext,
  { pool }: TransferDeskParts,
): Promise<void> {
  const { accountId, perUsd } = order;
  const amount = dollarsOf(readMoney(asked.received, order), perUsd);
  await requireMayDecide(pool, { kind: 'purchase', operatorId, accountId, alone: { coin: 'USDT', amount } });
}

/** The act by which two persons confirm or reject an order that one operator may not decide on alone. */
const actOfTwo = (parts: TransferDeskParts): BoundAct =>
  bindAct(confirmPurchaseAct, {
    async facts({ reason, ...body }, pool) {
      const order = await findByWireId(pool, body.purchase_id);
      if (order.endedAt !== null) refuse('order-changed', { state: order.state });
      const received = readMoney(body.received, order);
      const now = parts.clock.now();
      const bookedOn = await bookedOnOf(order, body, parts);
      if (!isDay(bookedOn) && (reason === '' || bookedOn !== '')) refuse('booking-day-missing');
      return {
        purchase_uuid: order.purchaseId,
        account_uuid: order.accountId,
        account: wireId('account', order.accountId),
        reference: order.reference,
        money: `${formatAmount(order.money)} ${order.currency}`,
        received: `${formatAmount(received)} ${order.currency}`,
        ...(reason === '' ? { coins: `${formatAmount(order.coins)} ${order.coin}` } : { reason }),
        state: order.state,
        is_late: String(isLate(order, now)),
        ...(bookedOn === '' ? {} : { booked_on: bookedOn }),
        ...(order.bookBy === null ? {} : { book_by: order.bookBy }),
        ...(reason === '' ? { settlement: holdsQuote(order, { now, bookedOn }) ? 'quote' : 'rate' } : {}),
      };
    },
    async carryOut({ proposalId, body }) {
      const order = await findByWireId(parts.pool, body.purchase_id);
      const { reason, ...asked } = body;
      // Proposals that were approved before there were reasons keep their digest, so that they are not carried out twice.
      const digest = createHash('sha256')
        .update(`confirm-purchase ${canonicalJson(reason === '' ? asked : body)}`)
        .digest();
      // The proposal's id is the idempotency key: a second run changes nothing.
      const how = { idempotency: { key: proposalId, digest }, receivedAt: parts.clock.now() };
      const deciding = { how, by: { decidedBy: null, proposalId } };
      await (reason === ''
        ? confirm(order, asked, deciding, parts)
        : reject(order, { ...asked, reason }, deciding, parts));
      return {};
    },
  });

/** Returns the day of booking: that of the line, or without a line the day that the proposal states. */
async function bookedOnOf(
  order: Purchase,
  { transfer_id: id, booked_on: said }: { transfer_id: string; booked_on: string },
  { pool }: TransferDeskParts,
): Promise<string> {
  if (id === '') return said;
  const line = await findLine(pool, parseWireId('transfer', id) ?? refuse('transfer-used'), order.purchaseId);
  return line?.bookedOn ?? refuse('transfer-used');
}

async function isLarge(order: Purchase, { terms }: TransferDeskParts): Promise<boolean> {
  const { secondPersonAbove } = await terms.agreed(order.currency, order.termsVersion);
  return order.money > secondPersonAbove;
}

async function describeOne({ purchaseId }: Purchase, parts: TransferDeskParts): Promise<ListedPurchase> {
  return describe((await findListed(parts.pool, purchaseId)) ?? refuse('not-found'), parts);
}

async function describe(order: ListedRow, parts: TransferDeskParts): Promise<ListedPurchase> {
  const { secondPersonAbove } = await parts.terms.agreed(order.currency, order.termsVersion);
  const now = parts.clock.now();
  // Money that is booked today would be too late for the quote.
  const isOver = order.endedAt === null && !holdsQuote(order, { now, bookedOn: dayOf(now) });
  const late = isOver ? await worthNow(order, parts) : undefined;
  return {
    ...purchaseMessage(order),
    second_person_above: formatAmount(secondPersonAbove),
    needs_second: order.money > secondPersonAbove,
    coin_amount_now: late === undefined || late instanceof Refusal ? null : formatAmount(late),
    decided_by: order.decider,
    refunded_by: order.refunder,
  };
}

const note = (pool: Pool, operator: OperatorSession, act: string, order: Purchase): Promise<void> =>
  appendAudit(pool, {
    operator: operator.name,
    act,
    subject: wireId('account', order.accountId),
    detail: {
      purchase: wireId('purchase', order.purchaseId),
      state: order.state,
      ...(order.reason === null ? {} : { reason: order.reason, counts_as_unpaid: isUnpaid(order) }),
    },
  });
