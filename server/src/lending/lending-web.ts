// Borrowing where requests arrive: what customers ask and send, and what operators decide at the console's door.
import {
  add,
  formatAmount,
  getAcceptedAgreement,
  getBorrowAgreement,
  loanCost,
  parseAmount,
  parseWireId,
  queryBorrowLimit,
  queryBorrowList,
  queryBorrowTerms,
  repayBorrow,
  submitBorrow,
  toInstant,
  type CreditLimit,
  type Uuid,
  type Wad,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf, type BoundCall, type Session } from '../kit/feature.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { SettingOfAll, Settings } from '../kit/settings.ts';
import { languageOf } from '../kit/texts.ts';
import { fitsPrecision } from '../ledger/fits-precision.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { submitOwn } from '../ledger/submit-own.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import { writeAgreement } from './agreement.ts';
import { applyForLoan } from './apply.ts';
import { creditOf } from './credit.ts';
import { lendingDesk } from './lending-desk.ts';
import { loanMessage, type Loan, type LoanConfig } from './loan.ts';
import { notifyBorrowers, type NotifyOptions } from './notify-borrowers.ts';
import { repayLoan } from './repay-loan.ts';
import { findOwnLoan, hasOpenLoan, readAgreement, readOwnLoans, readStanding } from './store.ts';
import { loanLimits, loanTerms, type LoanLimits } from './terms.ts';

export interface LendingWebParts extends NotifyOptions {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
}

interface Opened extends LendingWebParts {
  terms: Settings<LoanConfig>;
  limits: SettingOfAll<LoanLimits>;
}

export function lendingWeb(parts: LendingWebParts) {
  const { pool, clock, hub } = parts;
  const opened: Opened = { ...parts, terms: loanTerms.open(pool), limits: loanLimits.open(pool) };
  const notices = notifyBorrowers(parts);
  const desk = lendingDesk({ ...parts, limits: opened.limits });
  let unsubscribe = (): void => {};

  return {
    jobs: [opened.terms.reload('web'), opened.limits.reload('web'), notices],
    acts: desk.acts,
    queues: desk.queues,
    calls: [...borrowReads(opened), ...borrowCommands(opened), ...desk.calls],
    async start() {
      await Promise.all([opened.terms.load(), opened.limits.load()]);
      unsubscribe = tellOwners(parts, { names: ['loan.changed'], what: 'a loan', find: findOwnLoan, push });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function push(loan: Loan): void {
    notices.wake();
    hub.notify(`account:${loan.accountId}`, () => ({ action: 'borrow', notify: loanMessage(loan, clock.now()) }));
  }
}

/** Refuses with `not-found`. */
const findOwn = async (pool: Pool, accountId: Uuid, id: string): Promise<Loan> =>
  (await findOwnLoan(pool, accountId, parseWireId('loan', id) ?? refuse('not-found'))) ?? refuse('not-found');

function amountOf(field: string, text: string): Wad {
  const amount = parseAmount(text) ?? refuse('amount-malformed', { field });
  return fitsPrecision(amount, 'USDT') ? amount : refuse('too-many-decimals', { field, decimals: '4' });
}

const offered = ({ terms }: Opened): LoanConfig[] => terms.inForce().filter(({ isOffered }) => isOffered);
const termOf = (opened: Opened, month: number) => offered(opened).find(({ months }) => months === month);

const borrowReads = (opened: Opened): BoundCall[] => [
  bind(queryBorrowTerms, () => describeTerms(opened)),
  bindSelf(queryBorrowLimit, async (_payload, { session }) => {
    const { pool, clock } = opened;
    const [standing, isOpen] = await Promise.all([
      readStanding(pool, session.accountId),
      hasOpenLoan(pool, session.accountId),
    ]);
    const { limit, parts, isCapped } = creditOf(standing, opened.limits.now(), clock.now());
    return {
      limit: formatAmount(limit),
      parts: parts.map(({ part, amount }) => ({ part, amount: formatAmount(amount) })),
      is_capped: isCapped,
      blocked: blockedBy(session, isOpen),
    };
  }),
  bindSelf(getBorrowAgreement, ({ account_id: account, number, month, language }) => {
    const amount = amountOf('number', number);
    const config = termOf(opened, month) ?? refuse('borrow-terms-changed');
    if (amount < config.minAmount || amount > config.maxAmount) {
      refuse('borrow-out-of-range', { min: formatAmount(config.minAmount), max: formatAmount(config.maxAmount) });
    }
    const cost = loanCost(amount, config.monthlyRate, month);
    const { digest, ...agreement } = writeAgreement({ amount, config, account }, languageOf(language));
    const total = add(amount, cost);
    return { ...agreement, sha256: digest, number: formatAmount(amount), cope: formatAmount(cost), total_amount: formatAmount(total), month }; // oxfmt-ignore
  }),
  bindSelf(getAcceptedAgreement, async ({ borrow_id: id }, { session: { accountId } }) => {
    const loan = await findOwn(opened.pool, accountId, id);
    const { language, text } = (await readAgreement(opened.pool, loan)) ?? refuse('not-found');
    return { language, text, sha256: loan.agreementSha256, accepted_at: toInstant(loan.appliedAt) };
  }),
  bindSelf(queryBorrowList, async ({ borrow_id: id, ...page }, { session }) => {
    const { accountId } = session;
    const now = opened.clock.now();
    if (id !== '') return { TOTAL: 1, RESULT_LIST: [loanMessage(await findOwn(opened.pool, accountId, id), now)] };
    const found = await readOwnLoans(opened.pool, accountId, page);
    return answerPage(
      found,
      found.rows.map((loan) => loanMessage(loan, now)),
    );
  }),
];

function blockedBy({ book, isVerified }: Session, isOpen: boolean): CreditLimit['blocked'] {
  if (book !== 'real') return 'experience';
  if (isOpen) return 'unfinished';
  return isVerified ? null : 'unverified';
}

function describeTerms(opened: Opened) {
  const limits = opened.limits.now();
  return {
    terms: offered(opened).map((config) => ({
      month: config.months,
      config_version: config.version,
      monthly_rate: formatAmount(config.monthlyRate),
      min: formatAmount(config.minAmount),
      max: formatAmount(config.maxAmount),
    })),
    limits: {
      version: limits.version,
      identity_amount: formatAmount(limits.identityAmount),
      age_amount: formatAmount(limits.ageAmount),
      age_months_max: limits.ageMonthsMax,
      vip_amount: formatAmount(limits.vipAmount),
      history_share: formatAmount(limits.historyShare),
      history_max: formatAmount(limits.historyMax),
      limit_max: formatAmount(limits.limitMax),
    },
  };
}

function borrowCommands(opened: Opened): BoundCall[] {
  const { pool, lanes, clock } = opened;
  const submit = submitOwn(lanes);
  return [
    bindSelf(submitBorrow, async (payload, context) => {
      const { accountId, book, isVerified } = context.session;
      const amount = amountOf('number', payload.number);
      const shown = {
        cost: amountOf('cope', payload.cope),
        total: amountOf('total_amount', payload.total_amount),
        agreementDigest: payload.agreement_sha256,
      };
      const config = termOf(opened, payload.month);
      const account = payload.account_id;
      const agreement = config && writeAgreement({ amount, config, account }, languageOf(payload.language));
      const limits = opened.limits.now();
      const credit = creditOf({ ...(await readStanding(pool, accountId)), isVerified }, limits, clock.now());
      return submit(applyForLoan, { accountId, book, isVerified, amount, shown, config, agreement, limits, credit }, context); // oxfmt-ignore
    }),
    bindSelf(repayBorrow, async ({ borrow_id: id, total_amount: text }, context) => {
      const { accountId } = context.session;
      const total = amountOf('total_amount', text);
      const { loanId } = await findOwn(pool, accountId, id);
      return submit(repayLoan, { accountId, loanId, total }, context);
    }),
  ];
}
