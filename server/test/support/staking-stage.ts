// Staking on a stage of its own: the clock is the test's, and what is due is done when the test lets it.
import {
  closePledge,
  getPledgeOrder,
  openPledge,
  pledgeDayMs,
  wireId,
  type PledgeOrder,
  type Uuid,
} from '@candor/wire';
import type { Part } from '../../src/kit/part.ts';
import { startPart, stopPart } from '../../src/kit/part.ts';
import { openDueWork } from '../../src/ledger/due-work.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { stakingEngine } from '../../src/staking/staking-engine.ts';
import { stakingWeb } from '../../src/staking/staking-web.ts';
import { untilNothingIsDue } from './nothing-due.ts';
import { openProductStage, type Caller, type ProductStage, type StageSettings } from './product-stage.ts';

export interface StakingStage extends Omit<ProductStage<ReturnType<typeof stakingWeb>>, 'end'> {
  open(caller: Caller, wanted?: { product?: string; amount?: string; isRenewed?: boolean }): Promise<PledgeOrder>;
  close(caller: Caller, id: string): Promise<PledgeOrder>;
  list(accountId: Uuid, type: 0 | 1): Promise<PledgeOrder[]>;
  /** Lets so many days go by, and stands still meanwhile. */
  pass(days: number): void;
  /** An engine of its own runs until nothing is due any more. */
  catchUp(lanes?: Lanes): Promise<void>;
  /** An engine that the test stops itself. */
  openEngine(lanes?: Lanes): Promise<Part>;
  /** Or until that is so. */
  untilNothingIsDue(isOver: () => boolean): Promise<void>;
  end(): Promise<void>;
}

export async function openStakingStage(settings: Partial<StageSettings> = {}): Promise<StakingStage> {
  const stage = await openProductStage(
    { startMs: Date.UTC(2027, 0, 1, 10), stakingRewards: '10000', ...settings },
    ({ ledger, ...parts }) => stakingWeb({ ...ledger, ...parts }),
  );
  const { ledger, clock } = stage;

  async function openEngine(lanes = ledger.lanes): Promise<Part> {
    const engine = stakingEngine({ pool: ledger.pool });
    await engine.start!();
    const due = openDueWork({ pool: ledger.pool, lanes, clock, hooks: engine.dueWork!, everyMs: 5 });
    await startPart(due);
    return { stop: () => stopPart(due) };
  }

  return {
    ...stage,
    open(caller, { product = '1', amount = '100', isRenewed = false } = {}) {
      const account_id = wireId('account', caller.accountId);
      const terms = { pledge_product_id: product, config_version: 1 };
      return stage.ask(openPledge, { account_id, ...terms, amount, auto_renew: isRenewed }, caller);
    },
    close: (caller, pledge_order_id) =>
      stage.ask(closePledge, { account_id: wireId('account', caller.accountId), pledge_order_id }, caller),
    async list(accountId, pledge_type) {
      const payload = { account_id: wireId('account', accountId), pledge_type, pagesize: 100 };
      return (await stage.ask<{ RESULT_LIST: PledgeOrder[] }>(getPledgeOrder, payload, { accountId })).RESULT_LIST;
    },
    pass: (days) => clock.advance(days * pledgeDayMs),
    async catchUp(lanes) {
      const engine = await openEngine(lanes);
      try {
        await untilNothingIsDue({ pool: ledger.pool, clock });
      } finally {
        await engine.stop!();
      }
    },
    openEngine,
    untilNothingIsDue: (isOver) => untilNothingIsDue({ pool: ledger.pool, clock, isOver }),
    end: stage.end,
  };
}
