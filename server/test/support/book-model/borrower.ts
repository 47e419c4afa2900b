// One account that borrows, stakes, trades, withdraws and pays back in any order, on the ledger in memory. What it owes is counted beside
// the books, from the journal alone.
import assert from 'node:assert/strict';
import { add, formatAmount, loanCost, monthsLater, owedAt, subtract, wad, zero, type Wad } from '@candor/wire';
import { accountHoldEnds } from '../../../src/accounts/hold-ends.ts';
import { debts } from '../../../src/ledger/debt.ts';
import { fundBankroll } from '../../../src/ledger/fund-house.ts';
import { loans, owedNow, runningOf, type Loan } from '../../../src/lending/loan.ts';
import { withdrawalAddresses } from '../../../src/withdrawals/saved-address.ts';
import { borrower, borrowerPlays, network, payee, type BorrowerPlay } from './borrower-plays.ts';
import { dues } from './dues.ts';
import { MemoryLedger, type Asked, type Outcome, type Touched } from './memory-ledger.ts';
import { orderedBy, testMoney } from './own-money.ts';
import { ask, houseIn, ModelStage } from './stage.ts';
import { staking } from './staking.ts';

/** The customer does something with this percentage of what is there, or days pass. If `isIdle`, the engine is down until they are over. */
export type BorrowerStep = { does: BorrowerPlay; percent: number } | { days: number; isIdle: boolean };

const startMs = Date.UTC(2027, 0, 31, 10);
const dayMs = 86_400_000;
const roundsMax = 60;

export class Borrower {
  readonly ledger: MemoryLedger;
  readonly stage: ModelStage;
  /** Results of trades, summed. */
  traded: Wad = zero;
  /** The most that it ever was. */
  tradedMax: Wad = zero;
  readonly openTrades: Wad[] = [];
  /** Names of commands that were carried out and codes of refusals, so that a test can check that all of them occurred. */
  readonly done = new Set<string>();
  #count = 0;
  #carried = 0;
  readonly #brought: Wad;

  constructor(brought: Wad) {
    this.#brought = brought;
    this.ledger = new MemoryLedger({ now: startMs, watch: (touched) => this.#watch(touched) });
    this.stage = new ModelStage(this.ledger);
    staking.begin!(this.stage);
    const { accountId } = borrower;
    this.ledger.put(accountHoldEnds, { accountId, heldUntil: null });
    const address = {
      network: network.name,
      asset: 'USDT',
      address: payee,
      alias: 'mine',
      addedAt: startMs,
      usableAt: startMs,
    } as const;
    this.ledger.put(withdrawalAddresses, { accountId, addressId: accountId, ...address, deletedAt: null });
    for (const bucket of ['bankroll', 'lending', 'staking-rewards'] as const)
      this.submit(ask(fundBankroll, houseIn(borrower), { coin: 'USDT', amount: wad('100000'), bucket, orderedBy }));
    if (brought > zero) this.submit(testMoney(borrower, { coin: 'USDT', amount: formatAmount(brought), now: startMs }));
  }

  get now(): number {
    return this.ledger.now;
  }
  get balance() {
    const none = { available: zero, reserved: zero, margin: zero, staked: zero };
    return this.ledger.money.balancesOf(borrower.accountId, ['USDT'])[0]?.amounts ?? none;
  }

  take(step: BorrowerStep): void {
    if ('does' in step) {
      const asked = borrowerPlays[step.does](this, step.percent);
      if (asked) this.submit(asked);
    } else {
      for (let day = 0; day < step.days; day++) {
        this.ledger.now += dayMs;
        if (!step.isIdle) this.#catchUp();
      }
    }
    this.#catchUp();
    this.check();
  }

  submit(asked: Asked): Outcome {
    const outcome = this.ledger.submit(String(++this.#count), asked);
    assert(!('fault' in outcome), `${asked.command.name}: ${'fault' in outcome ? outcome.fault : ''}`);
    this.done.add('refused' in outcome ? outcome.refused : asked.command.name);
    return outcome;
  }

  note(result: Wad): void {
    this.traded = add(this.traded, result);
    if (this.traded > this.tradedMax) this.tradedMax = this.traded;
  }

  /** The sum of all moves of these kinds. */
  moved(...kinds: readonly string[]): Wad {
    return this.ledger.money.journal.reduce(
      (sum, { kind, amount }) => (kinds.includes(kind) ? add(sum, amount) : sum),
      zero,
    );
  }

  /** Computed from the journal and the agreed schedule: the amount and the cost of each month that has begun, less what was paid. */
  owed(): Wad {
    return this.ledger.rows(loans).reduce((sum, loan) => add(sum, this.#owedOf(loan)), zero);
  }

  #owedOf(loan: Loan): Wad {
    if (loan.run === null || loan.endedAt !== null) return zero;
    const { amount, monthlyRate, months, loanId, run } = loan;
    const begun = Array.from({ length: months }, (_, month) => monthsLater(run.paidOutAt, month)).filter(
      (at) => at <= this.now,
    );
    const paid = this.ledger.money.journal.filter(
      ({ objectId, kind }) => objectId === loanId && (kind === 'loan-repaid' || kind === 'loan-cost'),
    );
    const owed = add(amount, loanCost(amount, monthlyRate, begun.length));
    return paid.reduce((left, move) => subtract(left, move.amount), owed);
  }

  /** Runs the engine until nothing is due any more. */
  #catchUp(): void {
    for (let round = 0, before = -1; before !== this.#carried && round < roundsMax; round++) {
      before = this.#carried;
      for (const asked of dues.due(this.stage)) this.submit(asked);
    }
  }

  #watch({ moves, written }: Touched): void {
    if (moves.length + written.length > 0) this.#carried++;
    if (written.some(({ table }) => table === 'held_renewals')) this.done.add('held-renewal');
    for (const { kind, fromAfter, amount } of moves) {
      if (kind !== 'pledge-opened') continue;
      const before = add(fromAfter!, amount);
      const owed = this.owed();
      assert(
        amount <= before - owed,
        `${formatAmount(amount)} of ${formatAmount(before)} is staked, ${formatAmount(owed)} is owed`,
      );
    }
  }

  check(): void {
    const { money } = this.ledger;
    assert.deepEqual([...money.below], []);
    for (const [where, sum] of money.sums) assert.equal(sum, zero, where);
    this.#checkDebt();
    const { available, reserved, staked } = this.balance;
    const holds = [available, reserved, staked, this.moved('withdrawal-sent')].reduce(add, zero);
    const honest = [this.#brought, this.traded, this.moved('pledge-income')].reduce(add, zero);
    const owed = this.owed();
    assert(
      subtract(holds, owed) <= honest,
      `${formatAmount(holds)} is held, ${formatAmount(owed)} is owed, ${formatAmount(honest)} was gained`,
    );
    if (this.#brought > zero || this.tradedMax > zero) return;
    assert.equal(this.moved('pledge-opened', 'pledge-income', 'withdrawal-reserved'), zero, 'nothing of it is its own');
    assert(holds <= owed, `${formatAmount(holds)} is held, ${formatAmount(owed)} is owed`);
  }

  /** The rows of the loan and of the debt agree with the journal, and an overdue loan leaves nothing available. */
  #checkDebt(): void {
    const debt = this.ledger.find(debts, { accountId: borrower.accountId, id: borrower.accountId });
    assert.equal(debt?.owed ? owedAt(debt.owed, this.now, debt.collected) : zero, this.owed());
    for (const loan of this.ledger.rows(loans)) {
      const isRunning = runningOf(loan) !== undefined;
      assert.equal(isRunning ? owedNow(loan, this.now) : zero, this.#owedOf(loan));
      if (loan.state === 'overdue') assert.equal(this.balance.available, zero, 'an overdue loan is collected');
      else if (isRunning) assert(this.now < loan.run!.dueAt, 'a loan that is due is collected or overdue');
    }
  }
}
