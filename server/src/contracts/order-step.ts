// What every command names that takes an order on from where it stands.
import type { CoinCode, Uuid, Wad } from '@candor/wire';
import type { RowName } from '../ledger/command.ts';
import { accountOrders } from './account-orders.ts';
import { contractExposures } from './house-limit.ts';
import { contractOrders, type ContractsConfig } from './order.ts';

export interface OrderStep {
  orderId: Uuid;
  accountId: Uuid;
  coin: CoinCode;
  exposureId: Uuid;
  /** The terms that it was placed under. */
  config: ContractsConfig;
  /** The move against it that the house must bear today. */
  stressRate: Wad;
}

/** Of a command that leaves what the house has at stake as it is. */
export const orderAlone = ({ orderId }: Pick<OrderStep, 'orderId'>): RowName[] => [
  { table: contractOrders, id: orderId },
];

/** The rows that it reads under lock and may write. */
export const orderAndExposure = (step: OrderStep): RowName[] => [
  { table: contractExposures, id: step.exposureId },
  { table: accountOrders, id: step.accountId },
  ...orderAlone(step),
];
