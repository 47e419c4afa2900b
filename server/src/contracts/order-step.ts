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

/** The rows that it reads under lock and may write. */
export const orderAndExposure = ({ orderId, exposureId }: OrderStep) => [
  { entity: contractExposures as never, id: exposureId },
  { entity: contractOrders as never, id: orderId },
];
