// A payment to somebody outside, and what a person says by approving it. The signer believes approvals alone, each signed over the whole of it.
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AssetCode } from '@candor/wire';
import type { BaseUnits } from '../networks/amounts.ts';
import type { NetworkName } from '../networks/networks.ts';

export interface Payment {
  /** What is paid; the signer pays it once. */
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
  /** In hex, over `approvalText`. */
  signature: string;
}

const textOf = ({ id, network, asset, to, units }: Payment, person: string): string =>
  `candor payment\n${JSON.stringify([id, network, asset, to, String(units), person])}\n`;

/** The secret key is 32 bytes in hex. */
export const signApproval = (payment: Payment, person: string, secretKeyHex: string): Approval => ({
  person,
  signature: bytesToHex(ed25519.sign(utf8ToBytes(textOf(payment, person)), hexToBytes(secretKeyHex))),
});

/** Whether this person approved exactly this payment. */
export function isApprovalOf(payment: Payment, { person, signature }: Approval, publicKeyHex: string): boolean {
  if (!/^[0-9a-f]{128}$/.test(signature)) return false;
  return ed25519.verify(hexToBytes(signature), utf8ToBytes(textOf(payment, person)), hexToBytes(publicKeyHex));
}

export const approvalKeyOf = (secretKeyHex: string): string =>
  bytesToHex(ed25519.getPublicKey(hexToBytes(secretKeyHex)));
