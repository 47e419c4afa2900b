// Deposits where requests arrive: what it answers, and what it pushes to owners.
import type { Uuid } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus, Events } from '../kit/bus.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { tellOwners } from '../ledger/tell-owners.ts';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { depositCalls, type DepositCallParts } from './deposit-calls.ts';
import { depositMessage } from './deposit-row.ts';
import { contractPaymentActs, contractPaymentCalls, contractPaymentQueue } from './contract-payments-desk.ts';
import { depositActs, depositDeskCalls, depositQueue } from './deposits-desk.ts';
import { networkShown } from './deposit-ways.ts';
import { findDeposit, readStatuses, tipOf } from './store.ts';

export interface DepositsWebParts extends Omit<DepositCallParts, 'setUp'> {
  bus: Bus;
  hub: Hub;
  chains: ChainSettings;
}

type Told = Events['deposits.changed'];

export function depositsWeb({ bus, hub, chains, ...parts }: DepositsWebParts) {
  const { pool } = parts;
  const setUp = setUpNetworks(chains);
  let unsubscribe = (): void => {};
  return {
    calls: [...depositCalls({ ...parts, setUp }), ...depositDeskCalls(pool), ...contractPaymentCalls(parts)],
    acts: [...depositActs, ...contractPaymentActs(parts)],
    queues: [depositQueue(pool), contractPaymentQueue(pool)],
    start() {
      unsubscribe = tellOwners({ pool, bus }, { names: ['deposits.changed'], what: 'a deposit', find, push });
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function push({ deposit, tip }: Told): void {
    if (deposit.accountId === null) return;
    const network = networkShown(setUp, deposit.network);
    hub.notify(`account:${deposit.accountId}`, () => ({
      action: 'deposit',
      notify: depositMessage(deposit, { network, tip }),
    }));
  }
}

async function find(pool: Pool, _accountId: Uuid, depositId: Uuid): Promise<Told | undefined> {
  const [deposit, statuses] = await Promise.all([findDeposit(pool, depositId), readStatuses(pool)]);
  return deposit && { deposit, tip: tipOf(statuses, deposit.network) };
}
