// Contracts where they are decided: the watch over orders and positions, and what customers ask of theirs. Both are in one process,
// since a change and the ticks that come meanwhile must have one order.
import type { ContractOrderMessage } from '@candor/wire';
import { createInTurn } from '../kit/in-turn.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import type { Intake } from '../ledger/intake.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { TickMarket } from '../market/market.ts';
import { openConfigs } from './configs.ts';
import { everyExposure } from './house-limit.ts';
import { openDuesPayer } from './pay-dues.ts';
import { openExposures } from './read-store.ts';
import {
  submitCancel,
  submitClose,
  submitMargin,
  submitTriggers,
  type Asker,
  type ChangeParts,
} from './submit-change.ts';
import { watchOrders } from './watch-orders.ts';

const submits = { cancel: submitCancel, close: submitClose, triggers: submitTriggers, margin: submitMargin };
export type ChangeKind = keyof typeof submits;
type PayloadOf<Kind extends ChangeKind> = Parameters<(typeof submits)[Kind]>[0];

/** A customer's request about an order of theirs, as data. */
export type AskedChange = {
  [Kind in ChangeKind]: {
    kind: Kind;
    payload: PayloadOf<Kind>;
    by: Asker;
  };
}[ChangeKind];

export interface ContractsEngineParts {
  pool: Pool;
  market: TickMarket;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  intake: Intake;
  /** Of this engine. */
  epoch: number;
}

declare module '../kit/link.ts' {
  interface Questions {
    /** Answered with the order as the change left it; refused as the command does. */
    'contracts.change': { ask: AskedChange; answer: ContractOrderMessage };
  }
}

export function contractsEngine(parts: ContractsEngineParts) {
  const configs = openConfigs(parts.pool);
  const watch = watchOrders({ ...parts, configs });
  const payer = openDuesPayer(parts);
  const change: ChangeParts = { ...parts, configs, watch, inTurn: createInTurn() };
  return {
    jobs: [configs.reload('engine'), ...payer.jobs!, ...watch.jobs!],
    answers: {
      'contracts.change': ({ kind, payload, by }) => submits[kind](payload as never, by, change),
    },
    async start() {
      await configs.load();
      await openExposures(parts.pool, everyExposure());
      await payer.start!();
      await watch.start!();
    },
    async stop() {
      await payer.stop!();
      await watch.stop!();
    },
  } satisfies EnginePart;
}
