// Pays the debts of a budget in regular turns, for as long as there are any.
import { turnMs } from './socket-limits.ts';
import type { WorkBudget } from './work-budget.ts';

export interface WorkTurns {
  /** The same budget; whatever is spent starts the turns. */
  budget: WorkBudget;
  stop(): void;
}

export function takeTurns(budget: WorkBudget): WorkTurns {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function turn(): void {
    budget.turn();
    if (budget.owed() > 0 || budget.waiting() > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    budget: {
      ...budget,
      spend(debtor, work) {
        budget.spend(debtor, work);
        if (!isStopped) timer ??= setInterval(turn, turnMs);
      },
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
