// Payments of the XRP Ledger, as the payer writes them and the signer reads and signs them.
import { HDKey } from '@scure/bip32';
import { parseXrpAddress } from '../addresses/xrp-address.ts';
import type { Payment } from './payment.ts';
import type { PaymentForm, ReadPayment } from './payment-form.ts';
import {
  addressOfPublicKey,
  isSignedByAccount,
  readXrplTransaction,
  signXrplTransaction,
  writeXrplTransaction,
  xrplTxidOf,
  type XrplTransaction,
} from './xrpl-transaction.ts';

export interface XrplChain {
  /** 0 for the main network. */
  networkId: number;
}

/** What a sender chooses besides the payment. */
export interface XrplTerms {
  chain: XrplChain;
  /** Classic address of the paying wallet. */
  wallet: string;
  sequence: number;
  lastLedger: number;
  /** In drops. */
  fee: bigint;
}

const walletPath = "m/44'/144'/0'/0/0";
/** Networks with a higher number require that each transaction names its network; the others refuse it. */
const unnamedMax = 1_024;
/** Only full signatures that others can't change count; every signature here is one, with or without this flag. */
const fullyCanonical = 0x8000_0000;
/** With a ledger every three seconds, the network reaches this number after the year 2100: until then, such a payment would never expire. */
const lastLedgerMax = 1_000_000_000;

export const xrplPayment: PaymentForm<XrplChain> = {
  load: () => Promise.resolve(),
  walletOf: (secret) => addressOfPublicKey(keyOf(secret).publicKey!),
  read: (unsigned, of) => Promise.resolve(readPayment(unsigned, of)),
  // A payment is signed once: its bytes are valid up to a ledger that they name, and then never.
  replaces: () => false,
  sign(unsigned, { secret }) {
    const transaction = readXrplTransaction(unsigned);
    if (!transaction || transaction.signature !== undefined) throw new TypeError('no unsigned payment');
    const { privateKey, publicKey } = keyOf(secret);
    if (addressOfPublicKey(publicKey!) !== transaction.account) throw new TypeError('a payment of another account');
    const signed = signXrplTransaction(transaction, privateKey!);
    return Promise.resolve({ signed, txid: xrplTxidOf(signed) });
  },
  verify: (signed, of) => Promise.resolve(verify(signed, of)),
};

/** Throws for a payee that is not in its stored form, and for amounts that can't exist. */
export function writeXrplPayment({ to, units }: Pick<Payment, 'to' | 'units'>, terms: XrplTerms): string {
  const { chain, wallet, sequence, lastLedger, fee } = terms;
  const payee = parseXrpAddress(to);
  if (!payee.ok || storedForm(payee) !== to) throw new TypeError('the payee is not in its stored form');
  const unsigned = writeXrplTransaction({
    account: wallet,
    destination: payee.address,
    tag: payee.tag,
    drops: units,
    fee,
    sequence,
    lastLedger,
    networkId: namedIn(chain),
    flags: 0,
    publicKey: undefined,
    signature: undefined,
  });
  if (!readPayment(unsigned, { chain, wallet })) throw new RangeError('no payment has these values');
  return unsigned;
}

/** Two payments differ in it if the network could accept both, or if the later one takes the place of one that has expired. */
export const xrplPlaceOf = ({ sequence, lastLedger }: Pick<XrplTransaction, 'sequence' | 'lastLedger'>): string =>
  `${sequence}/${lastLedger}`;

/** Returns undefined for a text that is no place. */
export function readXrplPlace(place: string): { sequence: number; lastLedger: number } | undefined {
  const found = /^([1-9]\d{0,9})\/([1-9]\d{0,9})$/.exec(place);
  return found ? { sequence: parseInt(found[1]!, 10), lastLedger: parseInt(found[2]!, 10) } : undefined;
}

function readPayment(
  unsigned: string,
  { chain, wallet }: { chain: XrplChain; wallet: string },
): ReadPayment | undefined {
  const transaction = readXrplTransaction(unsigned);
  if (!transaction || transaction.signature !== undefined) return undefined;
  const { account, destination, tag, drops, fee, sequence, lastLedger, networkId, flags } = transaction;
  if (account !== wallet || destination === wallet || networkId !== namedIn(chain)) return undefined;
  if (flags !== 0 && flags !== fullyCanonical) return undefined;
  // A sequence of 0 stands for a ticket. Nobody pays nothing, and no node accepts a payment without a fee.
  if (drops === 0n || fee === 0n || sequence === 0 || lastLedger === 0 || lastLedger > lastLedgerMax) return undefined;
  const payee = parseXrpAddress(destination);
  if (!payee.ok) return undefined;
  const to = storedForm({ address: payee.address, tag });
  return { asset: 'XRP', to, units: drops, feeMax: fee, places: [xrplPlaceOf(transaction)] };
}

function verify(
  signed: string,
  { unsigned, wallet, chain }: { unsigned: string; wallet: string; chain: XrplChain },
): string | undefined {
  const transaction = readXrplTransaction(signed);
  if (!transaction || !readPayment(unsigned, { chain, wallet })) return undefined;
  const bare = writeXrplTransaction({ ...transaction, publicKey: undefined, signature: undefined });
  return bare === unsigned && isSignedByAccount(transaction) ? xrplTxidOf(signed) : undefined;
}

/** The one form in which payees are stored: `r…`, or `r…-tag`. No tag and the tag 0 are two different payees. */
const storedForm = ({ address, tag }: { address: string; tag?: number | undefined }): string =>
  tag === undefined ? address : `${address}-${tag}`;

const namedIn = ({ networkId }: XrplChain): number | undefined => (networkId > unnamedMax ? networkId : undefined);
const keyOf = (secret: Uint8Array): HDKey => HDKey.fromMasterSeed(secret).derive(walletPath);
