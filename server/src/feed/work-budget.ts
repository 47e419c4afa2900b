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

/** @param perTurn what one turn pays. */
export function createWorkBudget(perTurn: number): WorkBudget {
  const debts = new Map<string, number>();
  const lines = new Map<string, Set<() => void>>();
  let total = 0;

  /** The same to each; what a small debt leaves of its part goes to the others. */
  function pay(): void {
    if (total <= perTurn) {
      debts.clear();
      total = 0;
      return;
    }
    let left = perTurn;
    const ascending = [...debts].sort(([, one], [, other]) => one - other);
    for (const [place, [debtor, debt]] of ascending.entries()) {
      const paid = Math.min(debt, left / (ascending.length - place));
      left -= paid;
      if (paid >= debt) debts.delete(debtor);
      else debts.set(debtor, debt - paid);
    }
    total -= perTurn;
  }

  const mustWait = (debtor: string): boolean =>
    total > perTurn && (debts.get(debtor) ?? 0) > perTurn / Math.max(1, debts.size);

  /** One of each debtor, then the next of each. */
  function letGoOn(): void {
    for (let served = true; served;) {
      served = false;
      for (const debtor of Array.from(lines.keys())) {
        if (mustWait(debtor)) continue;
        const [first] = lines.get(debtor) ?? [];
        if (first === undefined) continue;
        remove(debtor, first);
        first();
        served = true;
      }
    }
  }

  function remove(debtor: string, goOn: () => void): void {
    const line = lines.get(debtor);
    line?.delete(goOn);
    if (line?.size === 0) lines.delete(debtor);
  }

  return {
    spend(debtor, work) {
      debts.set(debtor, (debts.get(debtor) ?? 0) + work);
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
