// Payments of TRON. Each payment has exactly one transaction: TRON has no order of a wallet's transactions that a second one could use
// again, so a second one would pay twice.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { addressOfKey, signerOf, signTron } from '../tron/tron-signature.ts';
import type { PaymentForm, ReadPayment } from './payment-form.ts';
import type { Payment } from './payment.ts';
import {
  readSigned,
  readTronTransfer,
  tronTxid,
  writeSigned,
  writeTronTransfer,
  type TronTransfer,
} from '../tron/tron-transfer.ts';

export interface TronChain {
  /** The contract of USDT in base 58. */
  usdt: string;
  /** Coins of the chain have no value. */
  isDevelopment?: boolean;
}
/** What a sender chooses besides the payment. */
export type TronTerms = Pick<TronTransfer, 'from' | 'reference' | 'expiration' | 'timestamp' | 'feeLimit'>;
/** `expiration`: from here on no block can take the transaction (milliseconds). */
export type ReadTronPayment = ReadPayment & Pick<TronTransfer, 'expiration' | 'timestamp' | 'reference' | 'feeLimit'>;

/** BIP44. A transaction names no chain, so the wallet of a development chain is none of the main chain: it has the coin 1 of all test chains. */
const pathOf = ({ isDevelopment = false }: TronChain): string => `m/44'/${isDevelopment ? 1 : 195}'/0'/0/0`;

export const tronPayment: PaymentForm<TronChain> = {
  // Everything that TRON needs is a dependency that is always installed.
  load: async () => undefined,
  walletOf: (secret, chain) => addressOfKey(secp256k1.getPublicKey(keyOf(secret, chain))),
  read: async (unsigned, { chain, wallet }) => readTronPayment(unsigned, { chain, wallet }),
  replaces: () => false,
  async sign(unsigned, { secret, chain }) {
    const key = keyOf(secret, chain);
    const wallet = addressOfKey(secp256k1.getPublicKey(key));
    if (!readTronPayment(unsigned, { chain, wallet })) throw new Error('not a payment of this wallet');
    return signTron(unsigned, key);
  },
  async verify(signed, { unsigned, wallet, chain }) {
    if (!readTronPayment(unsigned, { chain, wallet })) return undefined;
    const read = readSigned(signed);
    if (read?.unsigned !== unsigned || signerOf(read) !== wallet) return undefined;
    return tronTxid(unsigned);
  },
};

/** Throws if the network cannot pay this coin. */
export function writeTronPayment({ asset, to, units }: Payment, terms: TronTerms, { usdt }: TronChain): string {
  if (asset !== 'TRX' && asset !== 'USDT') throw new Error(`TRON does not carry ${asset}`);
  return writeTronTransfer({ ...terms, asset, to, units }, usdt);
}

/** Returns undefined for bytes that are no payment of this wallet. */
export function readTronPayment(
  unsigned: string,
  { chain, wallet }: { chain: TronChain; wallet: string },
): ReadTronPayment | undefined {
  const transfer = readTronTransfer(unsigned, chain.usdt);
  if (transfer?.from !== wallet) return undefined;
  const { asset, to, units, expiration, timestamp, reference, feeLimit } = transfer;
  const feeMax = feeLimit + wayCostMax(unsigned, asset);
  return { asset, to, units, feeMax, places: [tronTxid(unsigned)], expiration, timestamp, reference, feeLimit };
}

/**
 * Prices of the main network in sun, by votes of its operators (`/wallet/getchainparameters`: getTransactionFee per byte,
 * getCreateAccountFee plus getCreateNewAccountFeeInSystemContract). The sender refuses to build payments if the network asks more.
 */
export const tronPrices = { byte: 1_000n, activation: 1_100_000n };
/** The network adds this to the size of every transaction (`MAX_RESULT_SIZE_IN_TX`). */
const resultBytes = 64;

/** The most that bandwidth costs, and for TRX the creation of the payee's account, whether or not it exists. */
function wayCostMax(unsigned: string, asset: TronTransfer['asset']): bigint {
  const size = writeSigned(unsigned, new Uint8Array(65)).length / 2 + resultBytes;
  return BigInt(size) * tronPrices.byte + (asset === 'TRX' ? tronPrices.activation : 0n);
}

function keyOf(secret: Uint8Array, chain: TronChain): Uint8Array {
  const { privateKey } = HDKey.fromMasterSeed(secret).derive(pathOf(chain));
  if (!privateKey) throw new Error('the secret gives no key');
  return privateKey;
}
