// Loans as operators see and decide them.
import { createHash } from 'node:crypto';
import {
  approveLoan,
  approveLoanAct,
  exportLoans,
  formatAmount,
  getLoan,
  getLoanBook,
  listLoans,
  parseWireId,
  rejectLoan,
  rolesFor,
  toInstant,
  wireId,
  type ListedLoan,
  type Uuid,
} from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import { firstPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { SettingOfAll } from '../kit/settings.ts';
import type { Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { creditOf } from './credit.ts';
import { payOutLoan, rejectLoanApplication } from './decide-loan.ts';
import { collectedOf, owedNow, type Loan } from './loan.ts';
import { countApplications, findLoan, readAgreement, readBalances, readBook, readBorrower, readLoans, readMovementSums, readOwnLoans, readStanding } from './store.ts'; // oxfmt-ignore
import type { LoanLimits } from './terms.ts';

export interface LendingDeskParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  limits: SettingOfAll<LoanLimits>;
}

const earlierMax = 20;

export function lendingDesk(parts: LendingDeskParts): { calls: BoundCall[]; acts: BoundAct[]; queues: BoundQueue[] } {
  return {
    calls: deskCalls(parts),
    acts: [approval(parts)],
    queues: [
      {
        name: 'loans',
        list: listLoans,
        decidedBy: rolesFor(approveLoan),
        count: async () => (await countApplications(parts.pool))!,
      },
    ],
  };
}

const deskCalls = (parts: LendingDeskParts): BoundCall[] => [
  ...bindList(listLoans, exportLoans, {
    pool: parts.pool,
    head: ['loan_id', 'account_id', 'state', 'amount', 'cost', 'months', 'monthly_rate', 'applied_at', 'decided_at', 'decided_by', 'reason', 'due_at', 'owed_now', 'collected', 'collected_at', 'days_overdue', 'ended_at'], // oxfmt-ignore
    async read({ pagesize: limit, current_page: page, ...filter }) {
      const { total, rows } = await readLoans(parts.pool, { ...filter, limit, offset: (page - 1) * limit });
      const now = parts.clock.now();
      return { TOTAL: total, RESULT_LIST: rows.map((loan) => describeListed(loan, now)) };
    },
  }),
  bindOperator(getLoanBook, async () => {
    const book = await readBook(parts.pool, parts.clock.now());
    return {
      free: formatAmount(book.free),
      reserved: formatAmount(book.reserved),
      running: formatAmount(book.running.total),
      overdue: formatAmount(book.overdue.total),
      running_count: book.running.count,
      overdue_count: book.overdue.count,
      due_by_day: book.byDay.map(({ day, count, total }) => ({ day, count, total: formatAmount(total) })),
    };
  }),
  bindOperator(getLoan, async ({ loan_id: id }) => {
    const loan = await findKnown(parts.pool, id);
    return { ...describeListed(loan, parts.clock.now()), ...(await pictureOf(loan, parts)) };
  }),
  bindOperator(approveLoan, async ({ loan_id: id }, context) => {
    const { accountId, amount } = await findKnown(parts.pool, id);
    const { operatorId } = context.operator;
    await requireMayDecide(parts.pool, { kind: 'loan', operatorId, accountId, alone: { coin: 'USDT', amount } });
    return decide(id, context, {
      ...parts,
      command: payOutLoan,
      more: { proposal: null },
      detail: {},
    });
  }),
  bindOperator(rejectLoan, ({ loan_id: id, reason }, context) =>
    decide(id, context, { ...parts, command: rejectLoanApplication, more: { reason }, detail: { reason } }),
  ),
];

async function decide<More extends object>(
  id: string,
  { operator, idempotency, receivedAt }: OperatorContext,
  deciding: LendingDeskParts & {
    command: Command<{ accountId: Uuid; loanId: Uuid; by: string } & More, unknown>;
    more: More;
    detail: Record<string, string>;
  },
): Promise<ListedLoan> {
  const { pool, lanes, clock, command, more, detail } = deciding;
  const { accountId, loanId, book } = await findKnown(pool, id);
  const input = { accountId, loanId, by: operator.name, ...more };
  await lanes.submit({ command, accountId, book, input, idempotency, receivedAt });
  const decided = (await findLoan(pool, loanId))!;
  await appendAudit(pool, { operator: operator.name, act: command.name, subject: accountOf(decided), detail: { loan: id, ...detail } }); // oxfmt-ignore
  return describeListed(decided, clock.now());
}

/** Above what one operator approves alone; the proposal's id is the key, so that it is paid out once. */
const approval = ({ pool, lanes, clock }: LendingDeskParts): BoundAct =>
  bindAct(approveLoanAct, {
    async facts({ loan_id: id }) {
      const loan = await findKnown(pool, id);
      if (loan.state !== 'review') refuse('loan-decided', { state: loan.state });
      return {
        loan_uuid: loan.loanId,
        account_uuid: loan.accountId,
        account_id: accountOf(loan),
        amount: formatAmount(loan.amount),
        months: loan.months,
        cost: formatAmount(loan.cost),
        credit_limit: formatAmount(loan.creditLimit),
      };
    },
    async carryOut({ proposalId, body, maker, checker }) {
      const { accountId, loanId, book } = await findKnown(pool, body.loan_id);
      await lanes.submit({
        command: payOutLoan,
        accountId,
        book,
        input: { accountId, loanId, by: `${maker}, ${checker}`, proposal: proposalId },
        idempotency: { key: proposalId, digest: createHash('sha256').update(`approve-loan ${loanId}`).digest() },
        receivedAt: clock.now(),
      });
      return {};
    },
  });

const accountOf = ({ accountId }: Loan): string => wireId('account', accountId);

async function findKnown(pool: Pool, id: string): Promise<Loan> {
  return (await findLoan(pool, parseWireId('loan', id) ?? refuse('not-found'))) ?? refuse('not-found');
}

const dayMs = 86_400_000;

function describeListed(loan: Loan, now: number): ListedLoan {
  const { decision, run } = loan;
  const owed = owedNow(loan, now);
  return {
    loan_id: wireId('loan', loan.loanId),
    account_id: accountOf(loan),
    state: loan.state,
    amount: formatAmount(loan.amount),
    cost: formatAmount(loan.cost),
    months: loan.months,
    monthly_rate: formatAmount(loan.monthlyRate),
    needs_two_persons: loan.needsTwoPersons,
    applied_at: toInstant(loan.appliedAt),
    decided_at: decision && toInstant(decision.at),
    decided_by: decision?.by ?? null,
    reason: decision?.reason ?? null,
    due_at: run && toInstant(run.dueAt),
    owed_now: owed === undefined ? null : formatAmount(owed),
    collected: formatAmount(collectedOf(loan)),
    collected_at: loan.collection && toInstant(loan.collection.collectedAt),
    days_overdue: loan.state === 'overdue' ? Math.floor((now - run!.dueAt) / dayMs) : null,
    ended_at: loan.endedAt === null ? null : toInstant(loan.endedAt),
  };
}

async function pictureOf(loan: Loan, { pool, clock, limits }: LendingDeskParts) {
  const { accountId, loanId } = loan;
  const now = clock.now();
  const [person, standing, balances, results, earlier, agreement] = await Promise.all([
    readBorrower(pool, accountId),
    readStanding(pool, accountId),
    readBalances(pool, accountId),
    readMovementSums(pool, accountId, now),
    readOwnLoans(pool, accountId, firstPage(earlierMax)),
    readAgreement(pool, loan),
  ]);
  const { number, openedAt, vip, verifiedBy, isFrozen } = person ?? refuse('not-found');
  return {
    borrower: {
      number,
      opened_at: toInstant(openedAt),
      vip,
      verified_by: verifiedBy,
      is_frozen: isFrozen,
      credit_limit: formatAmount(loan.creditLimit),
      parts: creditOf(standing, limits.now(), now).parts.map(({ part, amount }) => ({ part, amount: formatAmount(amount) })), // oxfmt-ignore
      balances: balances.map(({ coin, available, reserved, margin, staked }) => ({
        coin,
        available: formatAmount(available),
        reserved: formatAmount(reserved),
        margin: formatAmount(margin),
        staked: formatAmount(staked),
      })),
      results: results.map(({ kind, received, given, count }) => ({ kind, received: formatAmount(received), given: formatAmount(given), count })), // oxfmt-ignore
      earlier: earlier.rows.filter((each) => each.loanId !== loanId).map((each) => describeListed(each, now)),
    },
    agreement: { language: agreement!.language, text: agreement!.text, sha256: loan.agreementSha256 },
  };
}
