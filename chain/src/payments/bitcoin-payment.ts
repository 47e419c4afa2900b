// Payments in Bitcoin: one output to the payee, and at most one back to the wallet. The amounts of inputs are what the PSBT says: a signature
// covers them (BIP143), so that with another amount no node accepts the transaction.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import type { Transaction } from '@scure/btc-signer';
import { addressOfScript } from '../addresses/bitcoin-script.ts';
import { feeOfPsbt, library, outpointOf, readPsbt, transactionOf, walletOf } from './bitcoin-psbt.ts';
import type { PaymentForm, ReadPayment } from './payment-form.ts';

export interface BitcoinChain {
  /** Prefix of addresses: `bc` on the main chain, `bcrt` on a test chain. */
  prefix: string;
}

export interface ReadBitcoinPayment extends ReadPayment {
  /** Amount of each input by its outpoint, as the PSBT says. */
  spends: ReadonlyMap<string, bigint>;
}

/** The signature covers all inputs and all outputs. */
const sighashAll = 1;

export const bitcoinPayment: PaymentForm<BitcoinChain, ReadBitcoinPayment> = {
  load: async () => void (await library()),
  walletOf: (secret, chain) => accountOf(secret, chain).publicExtendedKey,
  async read(unsigned, { chain: { prefix }, wallet }) {
    const payment = await readPsbt(unsigned, { wallet, prefix });
    const to = payment && addressOfScript(payment.payee.script, prefix);
    if (!payment || to === undefined) return undefined;
    const fee = feeOfPsbt(payment);
    if (fee < 0n) return undefined;
    const spends = new Map(payment.inputs.map((input) => [outpointOf(input), input.units]));
    return { asset: 'BTC', to, units: payment.payee.units, feeMax: fee, places: [...spends.keys()].sort(), spends };
  },
  replaces,
  async sign(unsigned, { secret, chain }) {
    const account = accountOf(secret, chain);
    const payment = await readPsbt(unsigned, { wallet: account.publicExtendedKey, prefix: chain.prefix });
    if (!payment) throw new Error('the bytes are no payment of this wallet');
    const transaction = await transactionOf(payment, walletOf({ wallet: account.publicExtendedKey, ...chain }));
    pathsOf(transaction).forEach(([branch, index], place) => {
      const { privateKey } = account.deriveChild(branch!).deriveChild(index!);
      transaction.signIdx(privateKey!, place, [sighashAll]);
    });
    transaction.finalize();
    return { signed: bytesToHex(transaction.extract()), txid: transaction.id };
  },
  async verify(signed, { unsigned, wallet, chain: { prefix } }) {
    const payment = await readPsbt(unsigned, { wallet, prefix });
    if (!payment) return undefined;
    return txidOfSigned(signed, await transactionOf(payment, walletOf({ wallet, prefix })));
  },
};

/** BIP84: m / 84' / coin' / 0'. Test chains have the coin 1: a transaction names no chain, so a key of theirs must be none of the main chain. */
const accountOf = (secret: Uint8Array, { prefix }: BitcoinChain): HDKey =>
  HDKey.fromMasterSeed(secret).derive(`m/84'/${prefix === 'bc' ? 0 : 1}'/0'`);

const pathsOf = (transaction: Transaction): number[][] =>
  Array.from(
    { length: transaction.inputsLength },
    (_, place) => transaction.getInput(place).bip32Derivation![0]![1].path,
  );

/**
 * Returns true if `next` spends everything that `last` spends, and pays at least an eighth more. An input keeps its amount: if the same
 * transaction could be signed twice with different amounts, one valid signature of each would make a transaction with a fee above the limit.
 */
function replaces(next: ReadBitcoinPayment, last: ReadBitcoinPayment): boolean {
  const keepsInputs = [...last.spends].every(([outpoint, units]) => next.spends.get(outpoint) === units);
  return keepsInputs && 8n * next.feeMax >= 9n * last.feeMax;
}

/** Returns the txid if these are the transaction's bytes with a valid signature of each input, and nothing else. */
async function txidOfSigned(signed: string, unsigned: Transaction): Promise<string | undefined> {
  const { RawTx } = await library();
  try {
    const { witnesses = [] } = RawTx.decode(hexToBytes(signed));
    const whole = RawTx.encode({ ...RawTx.decode(unsigned.unsignedTx), segwitFlag: true, witnesses });
    if (bytesToHex(whole) !== signed || witnesses.length !== unsigned.inputsLength) return undefined;
    return witnesses.every((witness, place) => isWitnessOf(witness, unsigned, place)) ? unsigned.id : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the two items of a P2WPKH witness: a signature with its sighash, and the key of the input. */
function isWitnessOf(witness: readonly Uint8Array[], unsigned: Transaction, place: number): boolean {
  const [signature, key] = witness;
  const { witnessUtxo, bip32Derivation } = unsigned.getInput(place);
  const [own] = bip32Derivation![0]!;
  if (witness.length !== 2 || bytesToHex(key!) !== bytesToHex(own) || signature!.at(-1) !== sighashAll) return false;
  // BIP143 signs the script of the key's hash in its older form (P2PKH).
  const code = hexToBytes(`76a914${bytesToHex(witnessUtxo!.script.subarray(2))}88ac`);
  const digest = unsigned.preimageWitnessV0(place, code, sighashAll, witnessUtxo!.amount);
  return secp256k1.verify(signature!.subarray(0, -1), digest, own, { prehash: false, format: 'der', lowS: true });
}
