// The development ledger as it is now: closed ledgers from its file, and the open one. Whatever closes is on the disk first.
import { openLedgerFile } from './dev-xrpl-file.ts';
import type { LedgerRules, ReadTransaction } from './dev-xrpl-apply.ts';
import type { Codec } from './dev-xrpl-account.ts';
import {
  addTransaction,
  genesisLedger,
  openAfter,
  readTransaction,
  sealLedger,
  type DevLedger,
  type LedgerTransaction,
  type OpenLedger,
} from './dev-xrpl-ledger.ts';

export interface DevXrplState {
  rules: LedgerRules;
  codec: Codec;
  /** Ledger 1 is the first. */
  ledgers: readonly DevLedger[];
  newest(): DevLedger;
  open(): OpenLedger;
  /** Returns the ledger as undefined if the transaction is in the open one. */
  find(txid: string): { transaction: LedgerTransaction; ledger: DevLedger | undefined } | undefined;
  /** Returns the result of the network, or undefined for bytes that are no transaction with a good signature. */
  submit(blob: string): { result: string; transaction: ReadTransaction } | undefined;
  closeLedger(): void;
  close(): void;
}

export interface StateOptions {
  directory: string;
  genesis: string;
  rules: LedgerRules;
  codec: Codec;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The network counts seconds from the year 2000. */
const epochMs = 946_684_800_000;

/** Throws if the file does not make the same ledgers again. */
export function openDevXrplState({ directory, genesis, rules, codec, now }: StateOptions): DevXrplState {
  const file = openLedgerFile(directory);
  const ledgers = [genesisLedger(genesis, codec)];
  const placed = new Map<string, { transaction: LedgerTransaction; ledger: DevLedger }>();
  const newest = (): DevLedger => ledgers.at(-1)!;
  let open = openAfter(newest());
  const seal = (closeTime: number): DevLedger => sealLedger(open, { parent: newest(), closeTime, codec });
  const append = (ledger: DevLedger): void => {
    ledgers.push(ledger);
    for (const transaction of ledger.transactions) placed.set(transaction.txid, { transaction, ledger });
    open = openAfter(ledger);
  };
  const submit = (blob: string): { result: string; transaction: ReadTransaction } | undefined => {
    const transaction = readTransaction(blob, codec);
    if (!transaction) return undefined;
    const isKnown = placed.has(transaction.txid) || open.transactions.some(({ txid }) => txid === transaction.txid);
    if (isKnown) return { result: 'tefALREADY', transaction };
    const added = addTransaction(open, { blob, transaction, rules, codec });
    open = added.open;
    return { result: added.result, transaction };
  };
  for (const { closeTime, blobs, hash } of file.kept) {
    for (const blob of blobs) submit(blob);
    const ledger = seal(closeTime);
    if (ledger.hash !== hash) throw new Error(`ledger ${ledger.height} of the file has another hash`);
    append(ledger);
  }
  return {
    rules,
    codec,
    ledgers,
    newest,
    open: () => open,
    find(txid) {
      const transaction = open.transactions.find((each) => each.txid === txid);
      return transaction ? { transaction, ledger: undefined } : placed.get(txid);
    },
    submit,
    closeLedger() {
      const seconds = Math.floor((now() - epochMs) / 1_000);
      const ledger = seal(Math.max(seconds, newest().closeTime + 1));
      file.keep({ closeTime: ledger.closeTime, blobs: ledger.transactions.map(({ blob }) => blob), hash: ledger.hash });
      append(ledger);
    },
    close: () => file.close(),
  };
}
