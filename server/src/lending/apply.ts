// An application: its amount is reserved in the lending account, so that an approval can always be paid out, or it is refused.
import { add, formatAmount, loanCost, zero, type BorrowRecord, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type RowWrite } from '../ledger/command.ts';
import { debts, nameDebt, type Debt } from '../ledger/debt.ts';
import type { Agreement } from './agreement.ts';
import type { Credit } from './credit.ts';
import { loanAgreements, loanMessage, loans, type Loan, type LoanConfig } from './loan.ts';
import type { LoanLimits } from './terms.ts';

export interface Application {
  accountId: Uuid;
  book: Book;
  isVerified: boolean;
  amount: Wad;
  /** What the client showed. */
  shown: { cost: Wad; total: Wad; agreementDigest: string };
  /** Undefined where nothing is on offer for this term. */
  config: LoanConfig | undefined;
  /** What is agreed on under these terms. */
  agreement: Agreement | undefined;
  limits: LoanLimits;
  credit: Credit;
}

export const applyForLoan: Command<Application, BorrowRecord> = {
  name: 'apply-for-loan',
  refusals: [
    'borrow-real-only',
    'verification-required',
    'borrow-terms-changed',
    'borrow-out-of-range',
    'borrow-unfinished',
    'borrow-limit',
    'borrow-sold-out',
  ],
  coins: () => ['USDT'],
  house: ['lending', 'lending-reserve'],
  rows: ({ accountId }) => [nameDebt(accountId)],
  decide(wanted, state) {
    const { accountId, amount } = wanted;
    const debt = state.row(debts, accountId);
    const refusal = whyNot(wanted, debt);
    if (refusal) return refusal;
    const { config, agreement, limits } = wanted as Application & { config: LoanConfig; agreement: Agreement };
    if (state.house('lending', 'USDT') < amount) {
      const otherwise = new Refusal('borrow-sold-out');
      return new InsufficientHouseFunds({ bucket: 'lending', coin: 'USDT', amount, otherwise });
    }
    const loan = newLoan(wanted, {
      config,
      limits,
      agreementSha256: agreement.digest,
      loanId: state.newId(),
      appliedAt: state.now,
    });
    const { loanId } = loan;
    return {
      objectId: loanId,
      moves: [{ kind: 'loan-reserved', coin: 'USDT', from: 'lending', to: 'lending-reserve', amount }],
      writes: [insertRow(loans, loan), insertRow(loanAgreements, agreementRow(loan, agreement)), openedIn(debt, loan)],
      reply: loanMessage(loan, state.now),
      events: [{ name: 'loan.changed', payload: loan }],
    };
  },
};

const agreementRow = ({ accountId, loanId }: Loan, { language, text, digest }: Agreement) => ({
  accountId,
  loanId,
  language,
  text,
  digest: Buffer.from(digest, 'hex'),
});

function whyNot(wanted: Application, debt: Debt | undefined): Refusal | undefined {
  const { amount, shown, config, agreement, credit } = wanted;
  if (wanted.book !== 'real') return new Refusal('borrow-real-only');
  if (!wanted.isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
  if (debt?.openLoan) return new Refusal('borrow-unfinished');
  if (!config?.isOffered || !agreement) return new Refusal('borrow-terms-changed');
  if (amount < config.minAmount || amount > config.maxAmount) {
    return new Refusal('borrow-out-of-range', { min: formatAmount(config.minAmount), max: formatAmount(config.maxAmount) }); // oxfmt-ignore
  }
  const cost = loanCost(amount, config.monthlyRate, config.months);
  const total = add(amount, cost);
  if (shown.cost !== cost || shown.total !== total || shown.agreementDigest !== agreement.digest) {
    return new Refusal('borrow-terms-changed', { cope: formatAmount(cost), total: formatAmount(total) });
  }
  return amount > credit.limit ? new Refusal('borrow-limit', { available: formatAmount(credit.limit) }) : undefined;
}

const newLoan = (
  { accountId, book, amount, credit }: Application,
  {
    config,
    limits,
    ...made
  }: { config: LoanConfig; limits: LoanLimits } & Pick<Loan, 'loanId' | 'agreementSha256' | 'appliedAt'>,
): Loan => ({
  accountId,
  book,
  amount,
  termId: config.termId,
  termVersion: config.version,
  months: config.months,
  monthlyRate: config.monthlyRate,
  cost: loanCost(amount, config.monthlyRate, config.months),
  limitsVersion: limits.version,
  creditLimit: credit.limit,
  needsTwoPersons: amount > limits.twoPersonsAbove,
  collectsInParts: true,
  ...made,
  state: 'review',
  decision: null,
  run: null,
  overdueAt: null,
  collection: null,
  repaidCost: null,
  endedAt: null,
});

function openedIn(debt: Debt | undefined, { accountId, book, loanId }: Loan): RowWrite {
  if (debt) return updateRow(debts, { ...debt, openLoan: loanId });
  return insertRow(debts, { accountId, book, openLoan: loanId, owed: null, collected: zero, overdueSince: null });
}
