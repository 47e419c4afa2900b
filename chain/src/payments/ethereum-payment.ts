// Payments of Ethereum: the form of the two transfers that its wallet makes. The wallet is the secret itself.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { writeEthereumAddress } from '../addresses/ethereum-address.ts';
import type { PaymentForm, ReadPayment } from './payment-form.ts';
import {
  isSignatureOf,
  loadTransfers,
  raisedFee,
  readTransfer,
  senderOf,
  signTransfer,
  txidOf,
  type ReadTransfer,
} from './transfer.ts';

export interface EthereumChain {
  chainId: bigint;
  /** The contract of USDT, with small digits. */
  usdt: string;
}

/** The place of a transfer is its nonce. */
export type EthereumPayment = ReadPayment & Pick<ReadTransfer, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

const unsignedForm = /^0x02[0-9a-f]{2,4000}$/;

export const ethereumPayment: PaymentForm<EthereumChain, EthereumPayment> = {
  load: loadTransfers,
  walletOf(secret) {
    const publicKey = secp256k1.Point.fromBytes(secp256k1.getPublicKey(secret)).toBytes(false);
    return writeEthereumAddress(keccak_256(publicKey.subarray(1)).subarray(12));
  },
  async read(unsigned, { chain: { chainId, usdt } }) {
    const transfer = unsignedForm.test(unsigned) ? await readTransfer(unsigned, usdt) : undefined;
    if (transfer?.chainId !== chainId) return undefined;
    const { nonce, asset, to, units, feeMax, maxFeePerGas, maxPriorityFeePerGas } = transfer;
    return { asset, to, units, feeMax, places: [String(nonce)], maxFeePerGas, maxPriorityFeePerGas };
  },
  replaces: (next, last) =>
    next.places[0] === last.places[0] &&
    next.maxFeePerGas >= raisedFee(last.maxFeePerGas) &&
    next.maxPriorityFeePerGas >= raisedFee(last.maxPriorityFeePerGas),
  sign: (unsigned, { secret }) => signTransfer(unsigned, secret),
  async verify(signed, { unsigned, wallet }) {
    await loadTransfers();
    try {
      const isRight = (await senderOf(signed)) === wallet && (await isSignatureOf(signed, unsigned));
      return isRight && /^0x[0-9a-f]+$/.test(signed) ? txidOf(signed) : undefined;
    } catch {
      return undefined;
    }
  },
};
