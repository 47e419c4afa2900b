// The bank of the development chain: it puts the token into it once, and pays test coins with transactions that it signs.
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { writeEthereumAddress } from '../addresses/ethereum-address.ts';
import type { AskNode } from '../networks/json-rpc.ts';
import { devUsdtCode } from './dev-usdt.ts';
import { devChainId } from './run-node.ts';

export interface DevBank {
  /** The contract, with small digits. */
  usdt: string;
  /** Resolves with the transaction's id once it is in a block. */
  send(payment: Payment): Promise<string>;
}
interface Payment {
  asset: 'ETH' | 'USDT';
  to: string;
  units: bigint;
}

const supplies = { wei: 10n ** 27n, usdt: 10n ** 15n };
const gasLimit = 2_000_000n;
const lookEveryMs = 20;
const looksMax = 250;
const fees = { maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n };

export async function openDevBank(ask: AskNode, privateKey: Uint8Array): Promise<DevBank> {
  const { Transaction } = await import('micro-eth-signer');
  const publicKey = secp256k1.Point.fromBytes(secp256k1.getPublicKey(privateKey)).toBytes(false);
  const account = keccak_256(publicKey.subarray(1)).subarray(12);
  const bank = writeEthereumAddress(account);

  async function transact({
    to,
    value = 0n,
    data = '',
  }: {
    to: string;
    value?: bigint;
    data?: string;
  }): Promise<string> {
    const nonce = BigInt(text(await ask('eth_getTransactionCount', bank, 'latest')));
    const wanted = { to, value, data, nonce, chainId: devChainId, gasLimit, ...fees };
    const signed = Transaction.prepare(wanted).signBy(privateKey, false).toHex();
    const txid = text(await ask('eth_sendRawTransaction', signed));
    if ((await statusOf(ask, txid)) !== '0x1') throw new Error(`${txid} was not carried out`);
    return txid;
  }

  const usdt = `0x${bytesToHex(firstContractOf(account))}`;
  if (text(await ask('eth_getCode', usdt, 'latest')) === '0x') {
    await ask('anvil_setBalance', bank, `0x${supplies.wei.toString(16)}`);
    await transact({ to: '0x', data: `${devUsdtCode}${word(supplies.usdt)}` });
  }
  const pay = ({ asset, to, units }: Payment): Promise<string> =>
    asset === 'ETH'
      ? transact({ to, value: units })
      : transact({ to: writeEthereumAddress(hexToBytes(usdt.slice(2))), data: `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${word(units)}` }); // oxfmt-ignore
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, as each takes the next number of the account.
  const payInTurn = async (payment: Payment, before: Promise<unknown>): Promise<string> => {
    await before.catch(() => undefined);
    return pay(payment);
  };
  return {
    usdt,
    send(payment) {
      const sent = payInTurn(payment, last);
      last = sent;
      return sent;
    },
  };
}

/** Once it is in a block, which the node makes for each transaction, a moment after it took it. */
async function statusOf(ask: AskNode, txid: string): Promise<string | undefined> {
  for (let look = 0; look < looksMax; look++) {
    const receipt = (await ask('eth_getTransactionReceipt', txid)) as { status?: string } | null;
    if (receipt) return receipt.status;
    await sleep(lookEveryMs);
  }
  return undefined;
}

/** Where an account's first contract comes to stand: hash of account and number, the number being zero. */
const firstContractOf = (account: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0xd6, 0x94), account, Uint8Array.of(0x80))).subarray(12);

const word = (value: bigint): string => value.toString(16).padStart(64, '0');

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('the node answers no text where one is expected');
}
