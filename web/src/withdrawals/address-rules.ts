// What is wrong with an address that is typed, before the server is asked: the rules are the server's own. Pure.
import { parseAddress } from '@candor/chain/addresses/parse-address.ts';
import type { WithdrawalWay } from '@candor/wire';
import type { DraftFault } from '../data/draft-rules.ts';
import type { TextKey } from '../text/keys.ts';

interface TypedAddress {
  address: string;
  /** Destination tag from a field of its own; '' if there is none. */
  tag: string;
}

type NetworkName = Parameters<typeof parseAddress>[0];
type AddressWay = Pick<WithdrawalWay, 'network' | 'network_title' | 'has_tag' | 'is_test'>;

/** Length of the shortest complete address of each network. */
const wholeLengths: Readonly<Record<NetworkName, number>> = { bitcoin: 26, ethereum: 42, tron: 34, xrpl: 25 };

/** An address that has all its characters and is wrong can't be mended by typing on, so its fault is shown at once. */
export function addressFault(typed: TypedAddress, way: AddressWay): { address?: DraftFault; tag?: DraftFault } {
  const text = typed.address.trim();
  if (text === '') return { address: { name: 'withdrawals.addressEmpty' } };
  const name = networkOf(way);
  if (name === undefined) return {};
  const parsed = parseAddress(name, text, way.is_test);
  const values = { network: way.network_title };
  if (!parsed.ok) {
    const isWhole = text.length >= wholeLengths[name];
    return { address: { name: faultNames[parsed.why], values, ...(isWhole ? { isCertain: true } : {}) } };
  }
  const tag = way.has_tag ? typed.tag.trim() : '';
  if (tag === '') return {};
  if (parsed.tag !== undefined && String(parsed.tag) !== tag) return { tag: { name: 'withdrawals.fault_two-tags' } };
  return parseAddress(name, `${parsed.address}-${tag}`, way.is_test).ok
    ? {}
    : { tag: { name: 'withdrawals.fault_tag' } };
}

/** Returns the address as it is sent: with the tag of the tag field behind a hyphen, unless the address itself contains a tag. */
export function writeTyped(typed: TypedAddress, way: AddressWay): string {
  const [text, tag] = [typed.address.trim(), way.has_tag ? typed.tag.trim() : ''];
  const name = networkOf(way);
  const parsed = name && parseAddress(name, text, way.is_test);
  return tag === '' || (parsed?.ok && parsed.tag !== undefined) ? text : `${text}-${tag}`;
}

/** Returns undefined for a network that this version of the app doesn't know: then only the server judges addresses. */
const networkOf = ({ network }: AddressWay): NetworkName | undefined =>
  network in wholeLengths ? (network as NetworkName) : undefined;

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
