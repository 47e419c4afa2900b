// Writes the result of a transaction of TRON as blocks contain it, from the JSON of a node: java-tron's message Transaction.Result.
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Fields } from './node-answers.ts';
import { bytesField, numberField } from '../tron/protobuf.ts';
import { bytesOf, integer } from './tron-answers.ts';

/** Names by their number. `SUCESS` is written so. */
const codes = ['SUCESS', 'FAILED'];
const contractResults = [
  'DEFAULT',
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
];

type Writer = (value: unknown) => Uint8Array | undefined;

const named =
  (field: number, names: readonly string[]): Writer =>
  (value) => {
    const number = names.indexOf(String(value));
    return number < 0 ? undefined : numberField(field, BigInt(number));
  };
const number =
  (field: number): Writer =>
  (value) =>
    numberField(field, integer(value));

/** In the order of their numbers. */
const writers: Readonly<Record<string, Writer>> = {
  fee: number(1),
  ret: named(2, codes),
  contractRet: named(3, contractResults),
  assetIssueID: (value) => bytesField(14, utf8ToBytes(String(value))),
  withdraw_amount: number(15),
  unfreeze_amount: number(16),
  exchange_received_amount: number(18),
  exchange_inject_another_amount: number(19),
  exchange_withdraw_another_amount: number(20),
  exchange_id: number(21),
  shielded_transaction_fee: number(22),
  orderId: (value) => bytesField(25, bytesOf(value)),
  withdraw_expire_amount: number(27),
};

/** Returns undefined for a result with a member that is not in the table. */
export function encodeResult(result: Fields): Uint8Array | undefined {
  if (Object.keys(result).some((name) => !Object.hasOwn(writers, name))) return undefined;
  const parts = Object.entries(writers).map(([name, write]) =>
    result[name] === undefined ? new Uint8Array() : write(result[name]),
  );
  return parts.every((part) => part !== undefined) ? concatBytes(...parts) : undefined;
}
