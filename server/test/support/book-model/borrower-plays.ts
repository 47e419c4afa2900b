// What a borrower may ask for at any moment, each by the command that the product submits for it. Trades are a stake and its result.
import { networks } from '@candor/chain';
import { add, loanCost, usdtDecimals, wireId, zero, type Wad } from '@candor/wire';
import { Refusal } from '../../../src/kit/refuse.ts';
import { InsufficientHouseFunds, type Command } from '../../../src/ledger/command.ts';
import { debts } from '../../../src/ledger/debt.ts';
import { writeAgreement } from '../../../src/lending/agreement.ts';
import { applyForLoan } from '../../../src/lending/apply.ts';
import { payOutLoan } from '../../../src/lending/decide-loan.ts';
import { loans, owedNow, runningOf } from '../../../src/lending/loan.ts';
import { repayLoan } from '../../../src/lending/repay-loan.ts';
import { changeRenewal } from '../../../src/staking/change-renewal.ts';
import { closePledgeOrder } from '../../../src/staking/end-pledge.ts';
import { openPledgeOrder } from '../../../src/staking/open-pledge.ts';
import { pledges } from '../../../src/staking/pledge.ts';
import {
  approveWithdrawalPayment,
  cancelWithdrawalRequest,
  refuseWithdrawalRequest,
} from '../../../src/withdrawals/decide-withdrawal.ts';
import { requestWithdrawal } from '../../../src/withdrawals/request-withdrawal.ts';
import { settleWithdrawal } from '../../../src/withdrawals/settle-withdrawal.ts';
import { withdrawals } from '../../../src/withdrawals/withdrawal.ts';
import { firstPledgeLimits, firstWithdrawalTerms } from '../first-terms.ts';
import { modelLoanConfig, modelLoanLimits } from './lending.ts';
import type { Asked, MemoryLedger, Outcome } from './memory-ledger.ts';
import { actors, ask } from './stage.ts';
import { pledgeTermsOf } from './staking.ts';

export const borrower = actors[0]!;
export const network = networks.ethereum;
export const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** What a play reads and does besides. */
interface Life {
  ledger: MemoryLedger;
  balance: Readonly<Record<'available', Wad>>;
  /** Stakes of trades that are open, the oldest first. */
  openTrades: Wad[];
  /** Counts the result of a trade. */
  note(result: Wad): void;
  submit(asked: Asked): Outcome;
}

/** The command to submit; undefined where there is nothing to do it with, such as no open pledge. */
type Play = (life: Life, percent: number) => Asked | undefined;
export type BorrowerPlay = keyof typeof borrowerPlays;

const unit = 10n ** BigInt(18 - usdtDecimals);
const partOf = (amount: Wad, percent: number): Wad => {
  const part = (amount * BigInt(percent)) / 100n;
  return (part - (part % unit)) as Wad;
};
const { accountId } = borrower;
const own = <Row extends { endedAt: number | null }>(rows: readonly Row[]) =>
  rows.find(({ endedAt }) => endedAt === null);

const stakeOf: Command<{ amount: Wad }, { done: true }> = {
  name: 'open-trade',
  refusals: [],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll'],
  decide: ({ amount }, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'option-placed', coin: 'USDT', from: 'available', to: 'reserved', amount }],
    reply: { done: true },
  }),
};
const resultOf: Command<{ stake: Wad; paid: Wad }, { done: true }> = {
  name: 'end-trade',
  refusals: ['house-short'],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll'],
  decide: ({ stake, paid }, state) => {
    const back = paid < stake ? paid : stake;
    const gain = (paid - back) as Wad;
    if (state.house('bankroll', 'USDT') < gain) {
      const otherwise = new Refusal('house-short');
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin: 'USDT', amount: gain, otherwise });
    }
    const moves = [
      { kind: 'option-returned', coin: 'USDT', from: 'reserved', to: 'available', amount: back },
      { kind: 'option-lost', coin: 'USDT', from: 'reserved', to: 'bankroll', amount: (stake - back) as Wad },
      { kind: 'option-won', coin: 'USDT', from: 'bankroll', to: 'available', amount: gain },
    ] as const;
    return { objectId: state.newId(), moves: moves.filter(({ amount }) => amount > zero), reply: { done: true } };
  },
};

/** Ends the oldest open trade, which pays this percentage of its stake. */
function endTrade(life: Life, percent: number): Asked | undefined {
  const stake = life.openTrades.shift();
  if (stake === undefined) return undefined;
  const paid = partOf(stake, percent);
  life.note((paid - stake) as Wad);
  return ask(resultOf, borrower, { stake, paid });
}

const repaying =
  (ofOwed: (owed: Wad) => Wad): Play =>
  ({ ledger }) => {
    const loan = ledger.rows(loans).find((each) => runningOf(each) !== undefined);
    return (
      loan && ask(repayLoan, borrower, { accountId, loanId: loan.loanId, total: ofOwed(owedNow(loan, ledger.now)!) })
    );
  };

const runningPledge = ({ ledger }: Life) => ledger.rows(pledges).find(({ ending }) => ending === null);

const staking =
  (productId: string): Play =>
  (life, percent) => {
    const amount = partOf(life.balance.available, percent);
    const wanted = { accountId, book: 'real', productId, amount, autoRenew: percent % 2 === 0 } as const;
    return ask(openPledgeOrder, borrower, { ...wanted, config: pledgeTermsOf(productId), limits: firstPledgeLimits });
  };

const switching =
  (autoRenew: boolean): Play =>
  (life) => {
    const pledge = runningPledge(life);
    return pledge && ask(changeRenewal, borrower, { accountId, pledgeId: pledge.pledgeId, autoRenew });
  };

const namedWithdrawal = ({ ledger }: Life) => {
  const open = own(ledger.rows(withdrawals));
  return open && { accountId, withdrawalId: open.withdrawalId, asset: 'USDT' as const };
};

/** Approves the withdrawal and marks it as sent, as the payer does, which moves no money; then the network decides. */
const sending =
  (isGood: boolean): Play =>
  (life) => {
    const named = namedWithdrawal(life);
    if (!named) return undefined;
    life.submit(ask(approveWithdrawalPayment, borrower, { ...named, by: 'olga', proposal: null, approvals: [] }));
    const approved = own(life.ledger.rows(withdrawals))!;
    life.ledger.put(withdrawals, { ...approved, state: 'broadcast', txid: '0x1' });
    return ask(settleWithdrawal, borrower, { ...named, txid: '0x1', isGood });
  };

const borrowing =
  (months: number): Play =>
  (_, percent) => {
    const config = { ...modelLoanConfig, termId: String(months), months };
    const amount = (BigInt(50 + percent * 4) * 10n ** 18n) as Wad;
    const cost = loanCost(amount, config.monthlyRate, months);
    const agreement = writeAgreement({ amount, config, account: wireId('account', accountId) }, 'en');
    const shown = { cost, total: add(amount, cost), agreementDigest: agreement.digest };
    const credit = { limit: (500n * 10n ** 18n) as Wad, parts: [], isCapped: false };
    return ask(applyForLoan, borrower, {
      ...borrower,
      isVerified: true,
      amount,
      shown,
      config,
      agreement,
      limits: modelLoanLimits,
      credit,
    });
  };

export const borrowerPlays = {
  borrow: borrowing(1),
  'borrow for three months': borrowing(3),
  'be paid out'({ ledger }) {
    const loan = ledger.rows(loans).find(({ state }) => state === 'review');
    return loan && ask(payOutLoan, borrower, { accountId, loanId: loan.loanId, by: 'olga', proposal: null });
  },
  repay: repaying((owed) => owed),
  'repay half': repaying((owed) => partOf(owed, 50)),
  'stake for a week': staking('1'),
  'stake for two weeks': staking('2'),
  renew: switching(true),
  'renew no more': switching(false),
  'close a pledge': (life) => {
    const pledge = runningPledge(life);
    return pledge && ask(closePledgeOrder, borrower, { ...pledge, book: 'real' });
  },
  // An account whose loan is overdue is refused by the HTTP layer, before the command.
  trade: (life, percent) => {
    const debt = life.ledger.find(debts, { accountId, id: accountId });
    const amount = partOf(life.balance.available, Math.min(percent, 100));
    if (amount === zero || debt?.overdueSince) return undefined;
    life.openTrades.push(amount);
    return ask(stakeOf, borrower, { amount });
  },
  win: (life, percent) => endTrade(life, 100 + Math.min(percent, 85)),
  lose: (life, percent) => endTrade(life, 100 - Math.min(percent, 100)),
  withdraw: (life, percent) =>
    ask(requestWithdrawal, borrower, {
      ...borrower,
      ...({ isVerified: true, network, asset: 'USDT', mode: 'demo' } as const),
      addressId: accountId,
      amount: cents(partOf(life.balance.available, percent)),
      terms: firstWithdrawalTerms,
    }),
  'take a withdrawal back': (life) => {
    const named = namedWithdrawal(life);
    return named && ask(cancelWithdrawalRequest, borrower, named);
  },
  'be refused a withdrawal': (life) => {
    const named = namedWithdrawal(life);
    return named && ask(refuseWithdrawalRequest, borrower, { ...named, by: 'olga', reason: 'address-doubtful' });
  },
  'be sent a withdrawal': sending(true),
  'be sent a withdrawal that fails': sending(false),
} satisfies Readonly<Record<string, Play>>;

function cents(amount: Wad): Wad {
  return (amount - (amount % 10n ** 16n)) as Wad;
}
