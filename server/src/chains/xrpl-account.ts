// Warns if payments without a destination tag can arrive at the account that all customers share: each of them waits for an operator.
import { RippledError, type AskNode } from '@candor/chain';
import { log } from '../kit/log.ts';

/** Flag of an account (lsfRequireDestTag): the network then refuses payments without a tag. */
const requiresTag = 0x0002_0000;

/** Warns as well if the account does not exist yet: the first payment to it must be at least the reserve of the network. */
export async function warnOfAccount(ask: AskNode, account: string): Promise<void> {
  const fault = await faultOfAccount(ask, account);
  if (fault !== undefined) log.warn(warnings[fault], { account });
}

const warnings = {
  missing: 'the account of the XRP Ledger does not exist yet',
  'tag-not-required': 'the account of the XRP Ledger accepts payments without a destination tag: set RequireDest',
} as const;

/** Returns undefined if the account exists and requires tags. */
export async function faultOfAccount(ask: AskNode, account: string): Promise<keyof typeof warnings | undefined> {
  const flags = await flagsOf(ask, account);
  if (flags === undefined) return 'missing';
  return (flags & requiresTag) === 0 ? 'tag-not-required' : undefined;
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
