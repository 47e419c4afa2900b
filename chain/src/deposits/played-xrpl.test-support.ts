// A fake node of the XRP Ledger, with real hashes. Tests close its ledgers and can make it answer late, partly, twice or with another ledger.
import { createHash } from 'node:crypto';
import { base58xrp } from '@scure/base';
import { encode } from 'ripple-binary-codec';
import { writeBase58Check } from '../addresses/base58-check.ts';
import type { AskNode } from '../networks/json-rpc.ts';
import { RippledError } from '../networks/rippled-rpc.ts';
import { rootOf } from './xrpl-ledger.ts';

/** Classic address of an account whose twenty bytes all have this value. */
export const accountOf = (byte: number): string =>
  writeBase58Check(base58xrp, new Uint8Array(21).fill(byte).fill(0, 0, 1));

const half = (prefix: string, ...parts: readonly Uint8Array[]): Buffer =>
  parts
    .reduce((hash, part) => hash.update(part), createHash('sha512').update(prefix))
    .digest()
    .subarray(0, 32);

export interface MadeXrplTransaction {
  bytes: Buffer;
  metadata: Buffer;
  txid: string;
}

/** A transaction and its metadata, encoded by another library. */
export function xrplTransactionOf(
  transaction: Record<string, unknown>,
  metadata: Record<string, unknown> = {},
): MadeXrplTransaction {
  const bytes = Buffer.from(
    encode({ Fee: '10', Sequence: 1, SigningPubKey: '02'.repeat(33), TxnSignature: '30'.repeat(70), ...transaction }),
    'hex',
  );
  const result = { TransactionIndex: 0, TransactionResult: 'tesSUCCESS', AffectedNodes: [changedAccount], ...metadata };
  return xrplTransactionFrom(bytes, Buffer.from(encode(result), 'hex'));
}

/** A transaction from its bytes. */
export const xrplTransactionFrom = (bytes: Buffer, metadata: Buffer): MadeXrplTransaction => ({
  bytes,
  metadata,
  txid: half('TXN\0', bytes).toString('hex'),
});

const changedAccount = {
  ModifiedNode: {
    LedgerEntryType: 'AccountRoot',
    LedgerIndex: 'AB'.repeat(32),
    FinalFields: { Account: accountOf(7), Balance: '5', Flags: 0, OwnerCount: 0, Sequence: 2 },
  },
};

export interface PaidXrp {
  to: string;
  drops: bigint;
  tag?: number;
}
let sequence = 0;

/** A payment of XRP from somebody. */
export const payXrp = (
  { to, drops, tag }: PaidXrp,
  { transaction = {}, metadata = {} }: { transaction?: object; metadata?: object } = {},
): MadeXrplTransaction =>
  xrplTransactionOf(
    {
      TransactionType: 'Payment',
      Account: accountOf(7),
      Destination: to,
      Amount: String(drops),
      Sequence: ++sequence,
      Flags: 0,
      ...(tag === undefined ? {} : { DestinationTag: tag }),
      ...transaction,
    },
    { ...metadata },
  );

/** How the node answers for a ledger, if the answer differs from the chain. */
export type XrplReading =
  | 'late'
  | 'not validated'
  | 'without the last payment'
  | 'repeated payment'
  | 'without metadata'
  | 'other metadata'
  | 'only hashes'
  | 'no transactions'
  | 'other ledger'
  | 'half a header'
  | 'other words'
  | 'noNetwork'
  | 'amendmentBlocked'
  | 'slowDown';

interface PlayedLedger {
  hash: string;
  header: Buffer;
  transactions: readonly MadeXrplTransaction[];
}

/** The hash of ledger 256 of the main network, and the object of the state that keeps it. */
export const mainLedger256 = '46CA85D119A4FDF7644339663A813131C791BD21472BB85C526E9E4072F87ABA';
const hashesIndex = '692ECE2D61FD5074F298DC168177CA6E17B7282B9630E606AE519D7FE32B5940';
const requiresTag = 0x0002_0000;

export class PlayedXrpl {
  readonly ledgers: PlayedLedger[] = [];
  readonly reads = new Map<number, XrplReading>();
  /** What `server_info` answers besides. */
  info: Record<string, unknown> = { network_id: 0, server_state: 'full', complete_ledgers: '0-9' };
  /** Hashes in the state, of ledgers 256, 512 and so on. */
  hashes: readonly string[] = [mainLedger256];
  /** Flags of all accounts; undefined if no account exists. */
  flags: number | undefined = requiresTag;
  /** Replaces ledgers by others with different hashes, as on another chain. */
  salt = 0;

  constructor() {
    this.close();
  }

  close(...transactions: readonly MadeXrplTransaction[]): void {
    const header = Buffer.alloc(118);
    header.writeUInt32BE(this.ledgers.length, 0);
    header.writeBigUInt64BE(99_999_999_999_999_000n, 4);
    Buffer.from(this.ledgers.at(-1)?.hash ?? '00'.repeat(32), 'hex').copy(header, 12);
    Buffer.from(rootOf(transactions), 'hex').copy(header, 44);
    header.writeUInt32BE(this.salt, 112);
    this.ledgers.push({ hash: half('LWR\0', header).toString('hex'), header, transactions });
  }

  remove(count: number): void {
    this.ledgers.splice(-count);
  }

  readonly ask: AskNode = async (method, params) => {
    const asked = (params ?? {}) as Record<string, unknown>;
    if (method === 'server_info') return { info: { build_version: '2.6.1', ...this.info }, status: 'success' };
    if (method === 'ledger') return this.#ledger(asked);
    if (method === 'ledger_entry') return this.#entry(asked);
    if (method !== 'account_info') throw new RippledError(method, 'unknownCmd', 'Unknown method.');
    if (this.flags === undefined) throw new RippledError(method, 'actNotFound', 'Account not found.');
    return { account_data: { Account: asked['account'], Flags: this.flags }, validated: true, status: 'success' };
  };

  #entry({ index }: Record<string, unknown>): object {
    if (index !== hashesIndex || this.hashes.length === 0)
      throw new RippledError('ledger_entry', 'entryNotFound', 'Requested ledger entry not found.');
    return { index, node: { LedgerEntryType: 'LedgerHashes', Hashes: this.hashes }, validated: true };
  }

  #ledger({ ledger_index: index, transactions: isWhole }: Record<string, unknown>): object {
    const height = index === 'validated' ? this.ledgers.length - 1 : (index as number);
    const reading = this.reads.get(height);
    const ledger = this.ledgers[reading === 'other ledger' ? height - 1 : height];
    if (reading === 'noNetwork' || reading === 'amendmentBlocked' || reading === 'slowDown')
      throw new RippledError('ledger', reading, '');
    if (!ledger || reading === 'late') throw new RippledError('ledger', 'lgrNotFound', 'ledgerNotFound');
    const header = reading === 'half a header' ? ledger.header.subarray(0, 59) : ledger.header;
    const said = reading === 'other words' ? 'not hexadecimal' : header.toString('hex').toUpperCase();
    const listed = isWhole === true ? listOf(ledger.transactions, reading) : undefined;
    return {
      ledger: { closed: true, ledger_data: said, ...(listed && { transactions: listed }) },
      ledger_hash: ledger.hash.toUpperCase(),
      ledger_index: height,
      validated: reading !== 'not validated',
      status: 'success',
    };
  }
}

function listOf(
  transactions: readonly MadeXrplTransaction[],
  reading: XrplReading | undefined,
): readonly unknown[] | undefined {
  const shown = ({ bytes, metadata }: MadeXrplTransaction) => ({
    tx_blob: bytes.toString('hex').toUpperCase(),
    meta: metadata.toString('hex').toUpperCase(),
  });
  const all = transactions.map(shown);
  switch (reading) {
    case 'no transactions':
      return undefined;
    case 'without the last payment':
      return all.slice(0, -1);
    case 'repeated payment':
      return [...all, ...all.slice(-1)];
    case 'without metadata':
      return all.map(({ tx_blob: blob }) => ({ tx_blob: blob }));
    case 'other metadata':
      return all.map(({ tx_blob: blob, meta }) => ({ tx_blob: blob, meta: `${meta.slice(0, -2)}01` }));
    case 'only hashes':
      return transactions.map(({ txid }) => txid.toUpperCase());
    default:
      return all;
  }
}
