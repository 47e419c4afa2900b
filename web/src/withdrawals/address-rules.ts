// What is wrong with an address that is typed, before the server is asked: the rule is the server's own. Pure.
import { parseEthereumAddress } from '@candor/chain/addresses/ethereum-address.ts';
import type { DraftFault } from '../data/draft-rules.ts';
import type { TextKey } from '../text/keys.ts';

/** An address that has all its characters and is wrong can't be mended by typing on: it is said at once. */
export function addressFault(typed: string, network: string): { address?: DraftFault } {
  const text = typed.trim();
  if (text === '') return { address: { name: 'withdrawals.addressEmpty' } };
  const parsed = parseEthereumAddress(text);
  if (parsed.ok) return {};
  const isWhole = text.length >= 42;
  return { address: { name: faultNames[parsed.why], values: { network }, ...(isWhole ? { isCertain: true } : {}) } }; // oxfmt-ignore
}

const faultNames: Readonly<
  Record<'form' | 'checksum' | 'other-network' | 'test-network' | 'unspendable' | 'tag', TextKey>
> = {
  form: 'withdrawals.fault_form',
  checksum: 'withdrawals.fault_checksum',
  'other-network': 'withdrawals.fault_other-network',
  'test-network': 'withdrawals.fault_test-network',
  unspendable: 'withdrawals.fault_unspendable',
  tag: 'withdrawals.fault_tag',
};
