// How much work clients may cause in each turn, all of them together, and whose turn it is when they want more.
// Work is written down as a debt of whoever caused it (an address, an account). Each turn pays a fixed sum of all debts, the
// same to each debtor. While more is owed than a turn pays, whoever owes more than an even part of that sum is not read from:
// its messages wait, in the end where they were sent from. Whoever asks seldom owes little, and is answered at once.

/** Estimates of what things cost, µs of a processor of today. */
export const workOf = {
  handshake: 300,
  /** To read one and to write its answer. */
  message: 40,
  /** To find the session of a cookie. */
  lookUp: 200,
  /** To make an answer's text and compress it. */
  computed: (bytes: number): number => 100 + bytes / 30,
  /** To put an answer together that is there already, and to send it. */
  sent: (bytes: number): number => bytes / 500,
} as const;

export interface WorkBudget {
  spend: (debtor: string, work: number) => void;
  /** Whether this debtor has to wait because others could not be served else. */
  mustWait(debtor: string): boolean;
  /** Calls `goOn` once when the debtor no longer has to wait; in the order of asking, in turns with the other debtors. */
  wait(debtor: string, goOn: () => void): void;
  forget(debtor: string, goOn: () => void): void;
  /** Pays debts and lets those go on who may. */
  turn(): void;
  owed(): number;
  /** How many wait. */
  waiting(): number;
}

interface Debt {
  work: number;
}

/**
 * What each of the debtors is paid at most where all together are paid this sum, which is less than they owe: as water stands over steps of
 * such heights. Passes are few: one that leaves a third of the rest out is linear with all that follow, and any other raises the part by
 * half of what the pass before raised it, or by less.
 */
export function evenPart(debts: Iterable<Debt>, sum: number): number {
  let left = sum;
  let rest = [...debts];
  for (;;) {
    const part = left / rest.length;
    const larger: Debt[] = [];
    for (const debt of rest) {
      const { work } = debt;
      if (work > part) larger.push(debt);
      else left -= work;
    }
    // By rounding it may be that nobody is left.
    if (larger.length === rest.length || larger.length === 0) return part;
    rest = larger;
  }
}

/** @param perTurn what one turn pays. */
export function createWorkBudget(perTurn: number): WorkBudget {
  const debts = new Map<string, Debt>();
  const lines = new Map<string, Set<() => void>>();
  let total = 0;

  /** The same to each; what a small debt leaves of its part goes to the others. */
  function pay(): void {
    if (total <= perTurn) {
      debts.clear();
      total = 0;
      return;
    }
    const part = evenPart(debts.values(), perTurn);
    total = 0;
    for (const [debtor, debt] of debts) {
      debt.work -= part;
      if (debt.work <= 0) debts.delete(debtor);
      else total += debt.work;
    }
  }

  const mustWait = (debtor: string): boolean =>
    total > perTurn && (debts.get(debtor)?.work ?? 0) > perTurn / Math.max(1, debts.size);

  /** One of each debtor, then the next of each. Whoever must wait has to until the next turn, as what goes on only adds to debts. */
  function letGoOn(): void {
    let round = Array.from(lines.keys());
    while (round.length > 0) round = round.filter(letOneGoOn);
  }

  function letOneGoOn(debtor: string): boolean {
    if (mustWait(debtor)) return false;
    const [first] = lines.get(debtor) ?? [];
    if (first === undefined) return false;
    remove(debtor, first);
    first();
    return true;
  }

  function remove(debtor: string, goOn: () => void): void {
    const line = lines.get(debtor);
    line?.delete(goOn);
    if (line?.size === 0) lines.delete(debtor);
  }

  return {
    spend(debtor, work) {
      const debt = debts.get(debtor);
      if (debt) debt.work += work;
      else debts.set(debtor, { work });
      total += work;
    },
    mustWait,
    wait(debtor, goOn) {
      lines.set(debtor, (lines.get(debtor) ?? new Set()).add(goOn));
    },
    forget: remove,
    turn() {
      pay();
      letGoOn();
    },
    owed: () => total,
    waiting() {
      let count = 0;
      for (const line of lines.values()) count += line.size;
      return count;
    },
  };
}
