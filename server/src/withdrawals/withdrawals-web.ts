// Withdrawals where requests arrive: what customers ask and send, what operators decide, and what is pushed to owners.
import { networks } from '@candor/chain';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import type { Accounts } from '../accounts/create-accounts.ts';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Operators } from '../operators/create-operators.ts';
import type { AskEngine, WebPart } from '../kit/product.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import type { Uuid } from '@candor/wire';
import { addressCalls } from './address-calls.ts';
import { findOwnWithdrawal } from './store.ts';
import { withdrawalCalls } from './withdrawal-calls.ts';
import { withdrawalsDesk } from './withdrawals-desk.ts';
import { walletCalls } from './wallets-desk.ts';
import { withdrawalTerms } from './terms.ts';
import { withdrawalMessage, type Withdrawal } from './withdrawal.ts';

export interface WithdrawalsWebParts {
  mode: 'demo' | 'production';
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  newId: () => Uuid;
  signingKey: string;
  chains: ChainSettings;
  askEngine: AskEngine;
  operators: Pick<Operators, 'signatures'>;
  accounts: Pick<Accounts, 'holdsOf' | 'checkTradePassword' | 'proveOwner' | 'proveBesidesPassword' | 'noteSecurity'>;
}

export function withdrawalsWeb(parts: WithdrawalsWebParts) {
  const { pool, hub } = parts;
  const terms = withdrawalTerms.open(pool);
  const opened = { ...parts, terms, setUp: setUpNetworks(parts.chains) };
  const desk = withdrawalsDesk({ ...parts, ...parts.operators });
  let unsubscribe = (): void => {};
  return {
    jobs: [terms.reload('web')],
    calls: [...addressCalls(opened), ...withdrawalCalls(opened), ...desk.calls, ...walletCalls(parts)],
    acts: desk.acts,
    queues: desk.queues,
    async start() {
      await terms.load();
      unsubscribe = tellOwners(parts, {
        names: ['withdrawal.changed'],
        what: 'a withdrawal',
        find: findOwnWithdrawal,
        push,
      });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function push(withdrawal: Withdrawal): void {
    hub.notify(`account:${withdrawal.accountId}`, () => ({
      action: 'withdrawal',
      notify: withdrawalMessage(withdrawal, networks[withdrawal.network].title),
    }));
  }
}
