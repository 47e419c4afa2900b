// Warns if payments without a destination tag can arrive at the account that all customers share: each of them waits for an operator.
import { RippledError, type AskNode } from '@candor/chain';
import { log } from '../kit/log.ts';

/** Flag of an account (lsfRequireDestTag): the network then refuses payments without a tag. */
const requiresTag = 0x0002_0000;

/** Warns as well if the account does not exist yet: the first payment to it must be at least the reserve of the network. */
export async function warnOfAccount(ask: AskNode, account: string): Promise<void> {
  const flags = await flagsOf(ask, account);
  if (flags === undefined) log.warn('the account of the XRP Ledger does not exist yet', { account });
  else if ((flags & requiresTag) === 0) {
    log.warn('the account of the XRP Ledger accepts payments without a destination tag: set RequireDest', { account });
  }
}

/** Returns undefined if the account does not exist. */
async function flagsOf(ask: AskNode, account: string): Promise<number | undefined> {
  try {
    const said = await ask('account_info', { account, ledger_index: 'validated' });
    const flags = (said as { account_data?: { Flags?: unknown } } | null)?.account_data?.Flags;
    if (!Number.isSafeInteger(flags)) throw new Error('the node does not report the flags of the account');
    return flags as number;
  } catch (error) {
    if (error instanceof RippledError && error.token === 'actNotFound') return undefined;
    throw error;
  }
}
