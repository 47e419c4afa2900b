// What every command names that takes an order on from where it stands.
import type { CoinCode, Uuid, Wad } from '@candor/wire';
import type { ContractsConfig } from './order.ts';
import { contractExposures, contractOrders } from './store.ts';

export interface OrderStep {
  orderId: Uuid;
  coin: CoinCode;
  exposureId: Uuid;
  /** The terms that it was placed under. */
  config: ContractsConfig;
  /** The move against it that the house must bear today. */
  stressRate: Wad;
}

/** Of a command that leaves what the house has at stake as it is. */
export const orderAlone = ({ orderId }: Pick<OrderStep, 'orderId'>) => [
  { entity: contractOrders as never, id: orderId },
];

/** The rows that it reads under lock and may write. */
export const orderAndExposure = (step: OrderStep) => [
  { entity: contractExposures as never, id: step.exposureId },
  ...orderAlone(step),
];
