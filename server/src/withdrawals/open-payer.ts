// The networks on which withdrawals are paid, a row each.
import type { NetworkName } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { PayerOpener } from './network-payer.ts';
import { openBitcoinPayer } from './open-bitcoin.ts';
import { openEthereumPayer } from './open-ethereum.ts';
import { openTronPayer } from './open-tron.ts';
import { openXrplPayer } from './open-xrpl.ts';

interface OpenerParts {
  signingKey: string;
  pool: Pool;
  clock: Clock;
}

const openers: Partial<Record<NetworkName, (chains: ChainSettings, parts: OpenerParts) => PayerOpener>> = {
  bitcoin: openBitcoinPayer,
  ethereum: openEthereumPayer,
  tron: openTronPayer,
  xrpl: openXrplPayer,
};

/** `name` is a network of which `setUpNetworks` says that withdrawals are paid there. */
export function openPayer(name: NetworkName, chains: ChainSettings, parts: OpenerParts): PayerOpener {
  const open = openers[name];
  if (!open) throw new Error(`nothing here pays on ${name}`);
  return open(chains, parts);
}
