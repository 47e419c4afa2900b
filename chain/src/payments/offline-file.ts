// The three files of an offline signer: its wallets for the engine, payments that wait for a signature, and the signer's answers to them. Each
// is read as somebody else's word: an unknown form, a part of a file or more payments than a file may have are refused with a message.
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { networkNames, type NetworkName } from '../networks/networks.ts';
import { readQuestion, type ApprovedPayment, type SignerWallets } from './signer-messages.ts';
import { jsonOf, parsePolicy } from './signer-policy.ts';
import { signerRefusals, type SignerPolicy, type SignerRefusal } from './signer-rules.ts';

/** More payments than these are exported by several files, one after the other. */
export const paymentsOfFileMax = 1_000;
/** A payment has at most 50,000 digits of bytes, and ten approvals of 6,000 characters. */
const bytesMax = paymentsOfFileMax * 128 * 1024;

/** What the engine needs to know of a signer that it can't ask. Nothing in it is secret, and the signer believes none of it. */
export interface WalletsFile {
  candor: 'signer-wallets';
  wallets: SignerWallets;
  policy: SignerPolicy;
}

export type UnsignedPayment = ApprovedPayment & { unsigned: string };
export interface ExportFile {
  candor: 'signer-export';
  /** Names the database whose payments these are. */
  deployment: string;
  payments: readonly UnsignedPayment[];
}

export interface AnswerFile {
  candor: 'signer-answer';
  deployment: string;
  answers: readonly OfflineAnswer[];
}
/** An answer belongs to exactly these unsigned bytes. */
export type OfflineAnswer = { id: string; network: NetworkName; digest: string } & (
  | { signed: string; txid: string }
  | { refused: SignerRefusal | 'malformed' }
);

/** SHA-256 of unsigned bytes as they are written, in hex. */
export const digestOf = (unsigned: string): string => createHash('sha256').update(unsigned).digest('hex');

/**
 * Writes a file that is whole or not there at all, and on the disk when this returns. Replaces a file of the same kind alone, so that arguments
 * in the wrong order destroy nothing.
 */
export function writeOfflineFile(path: string, file: WalletsFile | ExportFile | AnswerFile): void {
  requireReplaceable(path, file.candor);
  const partial = `${path}.partial`;
  const descriptor = openSync(partial, 'w', 0o600);
  try {
    writeSync(descriptor, `${jsonOf(file)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, path);
}

/** Throws if the path has a file of another kind. */
export function requireReplaceable(path: string, kind: string): void {
  if (existsSync(path) && kindOf(path) !== kind)
    throw new Error(`${path} exists and is no ${kind}: it is not overwritten`);
}

function kindOf(path: string): unknown {
  try {
    return parse(path)['candor'];
  } catch {
    return undefined;
  }
}

export function readWalletsFile(path: string): WalletsFile {
  const { wallets, policy: text } = parseKind(path, 'signer-wallets');
  const policy = parsePolicy(text);
  const named = record(wallets, 'wallets');
  const all = Object.entries(policy.networks).map(([network, { chain, feeMax }]) => {
    const { wallet } = record(named[network], `the wallet of ${network}`);
    return [network, { wallet: matching(wallet, 'a wallet', /^\w{1,200}$/), chain, feeMax: String(feeMax) }];
  });
  return { candor: 'signer-wallets', wallets: Object.fromEntries(all) as SignerWallets, policy };
}

export function readExportFile(path: string): ExportFile {
  const { deployment, payments } = parseKind(path, 'signer-export');
  return {
    candor: 'signer-export',
    deployment: matching(deployment, 'a deployment', deploymentForm),
    payments: listOf(payments).map((each) => readUnsigned(each)),
  };
}

/** Payments have the form in which the signer's socket takes them, and are read by the same function. */
function readUnsigned(value: unknown): UnsignedPayment {
  const question = readQuestion(JSON.stringify({ ...record(value, 'a payment'), ask: 'sign' }));
  if (question?.ask !== 'sign') throw new Error('a payment of the file is malformed');
  const { payment, approvals, unsigned } = question;
  return { payment, approvals, unsigned };
}

export function readAnswerFile(path: string): AnswerFile {
  const { deployment, answers } = parseKind(path, 'signer-answer');
  return {
    candor: 'signer-answer',
    deployment: matching(deployment, 'a deployment', deploymentForm),
    answers: listOf(answers).map((each) => readAnswer(record(each, 'an answer'))),
  };
}

function readAnswer({ id, network: name, digest, signed, txid, refused }: Record<string, unknown>): OfflineAnswer {
  const network = networkNames.find((each) => each === name);
  if (!network) throw new Error('an answer of the file names no network');
  const of = {
    id: matching(id, 'an id', deploymentForm),
    network,
    digest: matching(digest, 'a digest', /^[0-9a-f]{64}$/),
  };
  if (refused === undefined)
    return {
      ...of,
      signed: matching(signed, 'signed bytes', /^(0x)?[0-9a-f]{2,100000}$/),
      txid: matching(txid, 'a txid', /^(0x)?[0-9a-f]{64}$/),
    };
  const reason = [...signerRefusals, 'malformed' as const].find((each) => each === refused);
  if (!reason || signed !== undefined) throw new Error('an answer of the file is neither a signature nor a refusal');
  return { ...of, refused: reason };
}

const deploymentForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function parseKind(path: string, kind: string): Record<string, unknown> {
  const file = parse(path);
  if (file['candor'] !== kind) throw new Error(`${path} is no ${kind} of this version`);
  return file;
}

function parse(path: string): Record<string, unknown> {
  if (statSync(path).size > bytesMax) throw new Error(`${path} is larger than any file of a signer`);
  const text = readFileSync(path, 'utf8');
  try {
    return record(JSON.parse(text), 'the file');
  } catch {
    throw new Error(`${path} is not a whole file of a signer`);
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('the file has no list of payments');
  if (value.length <= paymentsOfFileMax) return value;
  throw new Error(`the file has ${value.length} payments, and no more than ${paymentsOfFileMax} are read`);
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${name} of the file is malformed`);
}

function matching(value: unknown, name: string, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`${name} of the file is malformed`);
}
