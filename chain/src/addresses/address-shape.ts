// Which network a text looks like it belongs to, without working out whether it does: to say "that is an address of TRON".
import type { NetworkName } from '../networks/networks.ts';
import { refuseAddress } from './address-rule.ts';
import type { AddressFault, ParsedAddress } from './address-rule.ts';

const shapes: readonly [NetworkName, RegExp][] = [
  ['bitcoin', /^(?:(?:bc|tb|bcrt)1[a-z0-9]{11,87}|(?:BC|TB|BCRT)1[A-Z0-9]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/],
  ['ethereum', /^0x[0-9a-f]{40}$/i],
  ['tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['xrpl', /^(?:r[1-9A-HJ-NP-Za-km-z]{24,34}(?:-.*)?|[XT][1-9A-HJ-NP-Za-km-z]{46})$/],
];

export const networkOfShape = (text: string): NetworkName | undefined =>
  shapes.find(([, shape]) => shape.test(text))?.[0];

/** Refuses a text that `network` can't read: as an address of another network if it looks like one. */
export function refuseFor(network: NetworkName, text: string, why: AddressFault): ParsedAddress {
  const shape = networkOfShape(text);
  return refuseAddress(shape !== undefined && shape !== network ? 'other-network' : why);
}
