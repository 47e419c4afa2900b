// The first version of terms that commands are given, as the migrations write it.
import { wad } from '@candor/wire';
import type { PaymentTerms, UnpaidTerms } from '../../src/purchases/payment-terms.ts';
import type { PurchaseTerms } from '../../src/purchases/purchase-terms.ts';
import type { PledgeLimits } from '../../src/staking/terms.ts';
import type { SwapDayLimits } from '../../src/swap/swap-days.ts';
import type { SwapTerms } from '../../src/swap/terms.ts';
import type { WithdrawalTerms } from '../../src/withdrawals/terms.ts';

/** Of USDT. */
export const firstWithdrawalTerms: WithdrawalTerms = {
  asset: 'USDT',
  version: 1,
  feeRate: wad('0.03'),
  minAmount: wad('10'),
  twoPersonsAbove: wad('1000'),
};

export const firstPurchaseTerms: PurchaseTerms = {
  version: 1,
  feeRate: wad('0.01'),
  paymentMinutes: 30,
  lateDays: 7,
  moveMax: wad('0.005'),
  givenUpMax: 3,
  openMax: 3,
  accountShareMax: wad('0.1'),
  allShareMax: wad('0.25'),
};

export const firstPaymentTerms: PaymentTerms = { currency: 'USD', version: 1, bankDays: 1 };
export const firstUnpaidTerms: UnpaidTerms = { version: 1, unpaidMax: 2, blockDays: 30 };

export const firstSwapTerms: SwapTerms = {
  version: 1,
  minValue: wad('1'),
  limitRange: wad('0.5'),
  limitsMax: 50,
  accountShareMax: wad('0.05'),
  allShareMax: wad('0.25'),
};

export const firstSwapDayLimits: SwapDayLimits = { version: 1, swaps: 100 };

export const firstPledgeLimits: PledgeLimits = {
  version: 1,
  incomeShareMax: wad('0.1'),
  quotaShareMax: wad('0.1'),
  runningMax: 50,
};
