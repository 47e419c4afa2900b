// Lending on a stage of its own: the clock is the test's, operators decide at once, and what is due is done when the test lets it.
import {
  add,
  formatAmount,
  getBorrowAgreement,
  loanCost,
  parseWireId,
  queryBorrowList,
  repayBorrow,
  submitBorrow,
  wad,
  wireId,
  type BorrowRecord,
  type Uuid,
} from '@candor/wire';
import { startPart, stopPart } from '../../src/kit/part.ts';
import { openDueWork } from '../../src/ledger/due-work.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { payOutLoan, rejectLoanApplication } from '../../src/lending/decide-loan.ts';
import { lendingEngine } from '../../src/lending/lending-engine.ts';
import { lendingWeb } from '../../src/lending/lending-web.ts';
import { stakingEngine } from '../../src/staking/staking-engine.ts';
import { stakingWeb } from '../../src/staking/staking-web.ts';
import { newKey } from './money.ts';
import { payIntoHouse } from './pay-into-house.ts';
import { untilNothingIsDue } from './nothing-due.ts';
import { seatOperator } from './seat-operator.ts';
import { openProductStage, together, type Caller, type ProductStage } from './product-stage.ts';

export interface LendingStage extends Omit<ProductStage<ReturnType<typeof lendingWeb>>, 'end'> {
  /** A certified customer with so much USDT. */
  customer(amount?: string): Promise<Uuid>;
  apply(caller: Caller, wanted?: { number?: string; month?: number; cope?: string }): Promise<BorrowRecord>;
  approve(record: BorrowRecord, proposal?: Uuid | null): Promise<void>;
  reject(record: BorrowRecord): Promise<void>;
  repay(caller: Caller, record: BorrowRecord, total?: string): Promise<BorrowRecord>;
  list(accountId: Uuid): Promise<BorrowRecord[]>;
  /** An engine of its own runs until nothing is due any more. */
  catchUp(lanes?: Lanes): Promise<void>;
  mails: { to: string; kind: string; text: string }[];
  end(): Promise<void>;
}

const rates = new Map([1, 3, 6, 12].map((month, place) => [month, ['0.012', '0.011', '0.01', '0.009'][place]!]));

/** Opens an engine with lending, and with staking if `hasStaking` is true. */
export async function openLendingStage({ lending = '100000', hasStaking = false } = {}): Promise<LendingStage> {
  const mails: LendingStage['mails'] = [];
  const settings = { startMs: Date.UTC(2027, 0, 31, 10), ...(hasStaking && { stakingRewards: '10000' }) };
  const stage = await openProductStage(settings, ({ ledger, ...parts }) => {
    const web = lendingWeb({
      ...ledger,
      ...parts,
      mail: { send: async (mail) => void mails.push(mail), close: () => undefined },
      addressOf: async () => ({ email: 'ann@example.com', language: 'en' }),
    });
    if (!hasStaking) return web;
    const { calls, start, stop } = together([web, stakingWeb({ ...ledger, ...parts })]);
    return { ...web, calls: [...calls], start: async () => start!(), stop: () => void stop!() };
  });
  const { ledger, clock } = stage;
  await seatOperator(ledger, 'olga', 'treasurer');
  await payIntoHouse(ledger, { amount: lending, bucket: 'lending' });
  let customers = 0;

  const decided = ({ account_id, borrow_id }: BorrowRecord) => ({
    accountId: parseWireId('account', account_id)!,
    loanId: parseWireId('loan', borrow_id)!,
    by: 'olga',
  });

  return {
    ...stage,
    mails,
    async customer(amount = '0') {
      const accountId = ledger.newId();
      if (wad(amount) > 0n) await ledger.pay(amount, { accountId });
      await ledger.pool.query(
        `insert into accounts (account_id, number, account_type, email, language, invite_code, verified_at, verified_by, created_at)
         values ($1, $2, '1', $3, 'en', $2, $4, 'demo', $4)`,
        [accountId, String(10_000_000 + ++customers), `c${customers}@example.com`, new Date(clock.now())],
      );
      return accountId;
    },
    async apply(caller, { number = '200', month = 3, cope } = {}) {
      const account_id = wireId('account', caller.accountId);
      const cost = cope ?? formatAmount(loanCost(wad(number), wad(rates.get(month) ?? '0.01'), month));
      const shown = await stage.ask<{ sha256: string }>(getBorrowAgreement, { account_id, number, month, language: 'ja' }, caller); // oxfmt-ignore
      const total_amount = formatAmount(add(wad(number), wad(cost)));
      const payload = { account_id, number, cope: cost, total_amount, month, agreement_sha256: shown.sha256, language: 'ja' }; // oxfmt-ignore
      return stage.ask(submitBorrow, payload, caller);
    },
    async approve(record, proposal = null) {
      const input = { ...decided(record), proposal };
      const { accountId } = input;
      await ledger.lanes.submit({ command: payOutLoan, accountId, book: 'real', input, idempotency: newKey(), receivedAt: clock.now() }); // oxfmt-ignore
    },
    async reject(record) {
      const input = { ...decided(record), reason: 'too-much-at-risk' as const };
      const { accountId } = input;
      await ledger.lanes.submit({ command: rejectLoanApplication, accountId, book: 'real', input, idempotency: newKey(), receivedAt: clock.now() }); // oxfmt-ignore
    },
    async repay(caller, { account_id, borrow_id }, total) {
      const [now] = (await stage.ask<{ RESULT_LIST: BorrowRecord[] }>(queryBorrowList, { account_id, borrow_id }, caller)).RESULT_LIST; // oxfmt-ignore
      return stage.ask(repayBorrow, { account_id, borrow_id, total_amount: total ?? now!.owed_now ?? '1' }, caller);
    },
    async list(accountId) {
      const payload = { account_id: wireId('account', accountId), pagesize: 100 };
      return (await stage.ask<{ RESULT_LIST: BorrowRecord[] }>(queryBorrowList, payload, { accountId })).RESULT_LIST;
    },
    async catchUp(lanes = ledger.lanes) {
      const engine = lendingEngine({ pool: ledger.pool, lanes, clock });
      const staking = hasStaking ? stakingEngine({ pool: ledger.pool }) : undefined;
      await staking?.start!();
      const hooks = [...engine.dueWork!, ...(staking?.dueWork ?? [])];
      const due = openDueWork({ pool: ledger.pool, lanes, clock, hooks, everyMs: 5 });
      await startPart(due);
      try {
        await untilNothingIsDue({ pool: ledger.pool, clock });
        const collecting = { jobs: engine.jobs! };
        await startPart(collecting);
        for (const job of collecting.jobs) await job.runNow();
        await stopPart(collecting);
      } finally {
        await stopPart(due);
      }
    },
  };
}
