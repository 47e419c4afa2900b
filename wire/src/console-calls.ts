// Every call of the console. It is served on the console's own port and origin; the customers' port knows none of them.
import { isCall } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import * as acts from './acts.ts';
import * as auditor from './auditor.ts';
import * as customers from './customers.ts';
import * as depositsDesk from './deposits-desk.ts';
import * as health from './health.ts';
import * as houseDesk from './house-desk.ts';
import * as identityReview from './identity-review.ts';
import * as lendingDesk from './lending-desk.ts';
import * as marketDesk from './market-desk.ts';
import * as notificationDesk from './notification-desk.ts';
import * as operatorAccess from './operator-access.ts';
import * as operatorAccounts from './operator-accounts.ts';
import * as operatorLooks from './operator-looks.ts';
import * as operators from './operators.ts';
import * as queues from './queues.ts';
import * as ratesDesk from './rates-desk.ts';
import * as shopDesk from './shop-desk.ts';
import * as settingsDesk from './settings-desk.ts';
import * as transfersDesk from './transfers-desk.ts';
import * as tryRole from './try-role.ts';
import * as withdrawalsDesk from './withdrawals-desk.ts';
import * as supportDesk from './support-desk.ts';
import * as swapDesk from './swap-desk.ts';

const files = [
  operators,
  operatorAccess,
  operatorAccounts,
  operatorLooks,
  queues,
  ratesDesk,
  auditor,
  customers,
  health,
  houseDesk,
  marketDesk,
  acts,
  identityReview,
  settingsDesk,
  notificationDesk,
  transfersDesk,
  lendingDesk,
  shopDesk,
  depositsDesk,
  withdrawalsDesk,
  supportDesk,
  swapDesk,
  tryRole,
];

export const consoleCalls: readonly Endpoint[] = files.flatMap((file) =>
  (Object.values(file) as unknown[]).filter(isCall).filter((call): call is Endpoint => 'path' in call),
);
