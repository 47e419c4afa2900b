// A payment to somebody outside, and what a person says by approving it. The signer believes approvals alone, each signed over the whole of it.
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatAmount, paymentText, wireId, type AssetCode, type Uuid } from '@candor/wire';
import { unitsToWad, type BaseUnits } from '../networks/amounts.ts';
import { coinOn, networks, type NetworkName } from '../networks/networks.ts';

export interface Payment {
  /** What is paid, as a UUID; the signer pays it once. */
  id: string;
  network: NetworkName;
  asset: AssetCode;
  /** In the one form that is stored and compared. */
  to: string;
  units: BaseUnits;
}

export interface Approval {
  /** Who approves, by a name that nobody else has. */
  person: string;
  /** Over `approvalText`: the answer of a passkey as JSON, or, in a demo, a signature of the server's key in hex. */
  signature: string;
}

/** What this person signs by approving it: the text of what the console shows. Undefined where the network has no such coin. */
export function approvalText({ id, network, asset, to, units }: Payment, person: string): string | undefined {
  const coin = coinOn(networks[network], asset);
  const amount = coin && unitsToWad(units, coin.decimals);
  if (amount === undefined) return undefined;
  const shown = { withdraw_id: wireId('withdrawal', id as Uuid), network, coin_code: asset, address: to };
  return paymentText({ ...shown, net: formatAmount(amount) }, person);
}

/** In a demo, where nobody has a passkey. The secret key is 32 bytes in hex. */
export const signApproval = (payment: Payment, person: string, secretKeyHex: string): Approval => ({
  person,
  signature: bytesToHex(ed25519.sign(utf8ToBytes(approvalText(payment, person)!), hexToBytes(secretKeyHex))),
});

/** Whether this key signed that this person approves exactly this payment. */
export function isApprovalOf(payment: Payment, { person, signature }: Approval, publicKeyHex: string): boolean {
  const signed = approvalText(payment, person);
  if (signed === undefined || !/^[0-9a-f]{128}$/.test(signature)) return false;
  return ed25519.verify(hexToBytes(signature), utf8ToBytes(signed), hexToBytes(publicKeyHex));
}

export const approvalKeyOf = (secretKeyHex: string): string =>
  bytesToHex(ed25519.getPublicKey(hexToBytes(secretKeyHex)));
