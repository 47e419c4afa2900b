// What an account on the XRP Ledger requires of who pays to it: asked before a customer confirms, and again before bytes are made.
import { parseXrpAddress } from '../addresses/xrp-address.ts';
import { askAccount, askState, good, type AskLedger } from './xrpl-answers.ts';

export interface DestinationNeeds {
  /** False for an account that the first payment to it opens. */
  exists: boolean;
  /** The least that a payment must bring, in drops: the reserve, for an account that does not exist. */
  dropsMin: bigint;
  /** The account tells its customers apart by tags, and the network refuses payments without one. */
  needsTag: boolean;
  /** The account asks not to be sent XRP. The network would deliver it. */
  disallowsXrp: boolean;
  /** The network refuses payments from this wallet, because the account takes payments only of those that it named before. */
  refusesWallet: boolean;
}

export type DestinationFault =
  | { why: 'needs-tag' | 'disallows-xrp' | 'refuses-wallet' }
  | { why: 'below-reserve'; dropsMin: bigint };

const flags = { requireDestTag: 0x0002_0000, disallowXrp: 0x0008_0000, depositAuth: 0x0100_0000 } as const;

/** `address` is a classic address without a tag. */
export async function askDestination(
  ask: AskLedger,
  { address, wallet }: { address: string; wallet: string },
): Promise<DestinationNeeds> {
  const account = await askAccount(ask, address);
  if (!account) {
    const { reserves } = await askState(ask);
    return { exists: false, dropsMin: reserves.account, needsTag: false, disallowsXrp: false, refusesWallet: false };
  }
  const has = (flag: number): boolean => Math.floor(account.flags / flag) % 2 === 1;
  return {
    exists: true,
    dropsMin: 1n,
    needsTag: has(flags.requireDestTag),
    disallowsXrp: has(flags.disallowXrp),
    refusesWallet: has(flags.depositAuth) && !(await isAuthorised(ask, { address, wallet })),
  };
}

/** Returns undefined if the destination accepts it. `to` is a payee in its stored form. */
export function destinationFault(
  needs: DestinationNeeds,
  { to, units }: { to: string; units: bigint },
): DestinationFault | undefined {
  const payee = parseXrpAddress(to);
  if (!payee.ok) throw new TypeError('the payee is not in its stored form');
  if (needs.needsTag && payee.tag === undefined) return { why: 'needs-tag' };
  if (needs.disallowsXrp) return { why: 'disallows-xrp' };
  if (needs.refusesWallet) return { why: 'refuses-wallet' };
  return units < needs.dropsMin ? { why: 'below-reserve', dropsMin: needs.dropsMin } : undefined;
}

async function isAuthorised(
  ask: AskLedger,
  { address, wallet }: { address: string; wallet: string },
): Promise<boolean> {
  const asked = { source_account: wallet, destination_account: address, ledger_index: 'validated' };
  const answer = good('deposit_authorized', await ask('deposit_authorized', asked));
  const isOurs = answer['source_account'] === wallet && answer['destination_account'] === address;
  return isOurs && answer['deposit_authorized'] === true;
}
