// Deposits where requests arrive: what it answers, and what it pushes to owners.
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { log } from '../kit/log.ts';
import type { WebPart } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Happening } from '../ledger/command.ts';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { depositCalls, type DepositCallParts } from './deposit-calls.ts';
import { depositMessage, type DepositRow } from './deposit-row.ts';
import { networkShown } from './deposit-ways.ts';
import { findDeposit, readTip } from './store.ts';

export interface DepositsWebParts extends Omit<DepositCallParts, 'setUp'> {
  bus: Bus;
  hub: Hub;
  chains: ChainSettings;
}

export function depositsWeb({ bus, hub, chains, ...parts }: DepositsWebParts) {
  const { pool } = parts;
  const setUp = setUpNetworks(chains);
  let unsubscribe = (): void => {};
  return {
    calls: depositCalls({ ...parts, setUp }),
    start() {
      const ends = [bus.on('deposits.changed', push), bus.on('ledger.missed', pushMissed)];
      unsubscribe = () => ends.forEach((end) => end());
    },
    stop: () => unsubscribe(),
  } satisfies WebPart;

  function pushMissed({ name, objectId }: Happening): void {
    if (name !== 'deposits.changed') return;
    Promise.all([findDeposit(pool, objectId), readTip(pool, 'ethereum')]).then(
      ([deposit, tip]) => deposit && push({ deposit, tip }),
      (error: unknown) => log.warn('a deposit was not told to its owner', { error: reasonOf(error) }),
    );
  }

  /** To the owner's sockets, if there are any. */
  function push({ deposit, tip }: { deposit: DepositRow; tip: number }): void {
    if (deposit.accountId === null) return;
    const network = networkShown(setUp, deposit.network);
    hub.notify(`account:${deposit.accountId}`, () => ({
      action: 'deposit',
      notify: depositMessage(deposit, { network, tip }),
    }));
  }
}
