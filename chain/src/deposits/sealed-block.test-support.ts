// Blocks whose headers commit to their receipts: one block made by anvil 1.7.1, and blocks that a test makes up.
import { bytesToHex } from '@noble/hashes/utils.js';
import { bloomOfReceipts, encodeReceipts } from './check-receipts.ts';
import type { Fields } from './node-answers.ts';
import { rootOf } from './receipts-root.ts';

/** The header's fields for these receipts, in the order of their transactions. */
export const seals = (receipts: readonly Fields[]) => ({
  logsBloom: `0x${bytesToHex(bloomOfReceipts(receipts))}`,
  receiptsRoot: rootOf(encodeReceipts(receipts)),
});

/** Two transactions of the block log the same. */
const logs = [
  {
    address: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    topics: ['0x1111111111111111111111111111111111111111111111111111111111111111'],
    data: '0x0000000000000000000000000000000000000000000000000000000000000000',
  },
  {
    address: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    topics: [
      '0x3333333333333333333333333333333333333333333333333333333333333333',
      '0x2222222222222222222222222222222222222222222222222222222222222222',
    ],
    data: '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
  },
];

/** Three transactions; the first and the third have two logs each. */
export const realBlock: { block: Fields; receipts: readonly Fields[] } = {
  block: {
    number: '0x2',
    hash: '0xad439a8c5b9437890f7d6d7b0f73636e65927f152680c53ebb9bbb6a44f0184f',
    parentHash: '0x0bc9f982e543252aa093713f8b3b4ef4361798a42c6505b0cfef47132b7e6b3a',
    logsBloom:
      '0x00000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000020000000010000000000000000000000040000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000200000000000000000000100000000000000000000000000000000000000000002000000000000042000000000000000000000000000000000000008000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    receiptsRoot: '0x8130a6acf9d62518a9e0f08b59bc79b06cb78d73e7ae41108442f49f1eb38f40',
    transactions: [
      {
        hash: '0x26d7b74a3fe5c567f763c9d7242f21989e57d144a44c0fd8f137c4e1778a10cb',
        to: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
        value: '0x0',
      },
      {
        hash: '0x6f63a86e10eb2719669c7fc6e19fa1c90750768397d32a1f7abb16a2259f8f4c',
        to: '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
        value: '0x1',
      },
      {
        hash: '0xc18531e89f7741a1aaa1db0d20703af12870357f49446eea054dc1ee9e41d94c',
        to: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
        value: '0x0',
      },
    ],
  },
  receipts: [
    {
      type: '0x2',
      status: '0x1',
      cumulativeGasUsed: '0x5c76',
      transactionHash: '0x26d7b74a3fe5c567f763c9d7242f21989e57d144a44c0fd8f137c4e1778a10cb',
      blockHash: '0xad439a8c5b9437890f7d6d7b0f73636e65927f152680c53ebb9bbb6a44f0184f',
      logs,
    },
    {
      type: '0x2',
      status: '0x1',
      cumulativeGasUsed: '0xae7e',
      transactionHash: '0x6f63a86e10eb2719669c7fc6e19fa1c90750768397d32a1f7abb16a2259f8f4c',
      blockHash: '0xad439a8c5b9437890f7d6d7b0f73636e65927f152680c53ebb9bbb6a44f0184f',
      logs: [],
    },
    {
      type: '0x2',
      status: '0x1',
      cumulativeGasUsed: '0x10af4',
      transactionHash: '0xc18531e89f7741a1aaa1db0d20703af12870357f49446eea054dc1ee9e41d94c',
      blockHash: '0xad439a8c5b9437890f7d6d7b0f73636e65927f152680c53ebb9bbb6a44f0184f',
      logs,
    },
  ],
};
