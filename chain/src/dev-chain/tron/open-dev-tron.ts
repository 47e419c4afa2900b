// The development chain of TRON: TRON-signed transactions on a local ledger. No other node takes part: a transaction is in a block as soon as
// it is taken, and its blocks survive a kill of the process.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOfKey, signTron } from '../../tron/tron-signature.ts';
import { writeTronTransfer } from '../../tron/tron-transfer.ts';
import { directoryOf, type OpenDevChain } from '../dev-chain.ts';
import { devBankKey } from '../dev-wallet.ts';
import type { DevBlock } from './dev-block.ts';
import { openJournal, type DevJournal } from './dev-journal.ts';
import type { DevLedger, Refusal } from './dev-ledger.ts';
import { serveJavaTron } from './serve-java-tron.ts';

export interface DevTron {
  /** Of an HTTP API as java-tron's. */
  url: string;
  /** The contract of USDT in base 58, as reader, payer and policy take it. */
  usdt: string;
  /** Returns once the block survives a kill of this process. */
  addBlock(): Promise<void>;
  /** Pays test coins by a transaction of the bank. Returns its id once it is in a block that survives a kill of this process. */
  send(coins: { asset: string; to: string; units: bigint }): Promise<string>;
  /** Resolves if the chain can't go on, as with a full disk. */
  ended: Promise<void>;
  close(): Promise<void>;
}

export interface DevTronOptions {
  /** Of this chain alone; made if it is missing. */
  directory: string;
  /** Holds all coins of the first block. Another key makes another chain. */
  bankKey: Uint8Array;
  /** In milliseconds. */
  now: () => number;
}

export const openDevTronChain: OpenDevChain = async (directory) => {
  const chain = await openDevTron({
    directory: directoryOf(directory, 'tron'),
    bankKey: devBankKey(directory, 'tron'),
    now: Date.now,
  });
  return { ...chain, stop: () => void chain.close() };
};

const lifetimeMs = 3_600_000;
const feeLimit = 100_000_000n;

export async function openDevTron({ directory, bankKey, now }: DevTronOptions): Promise<DevTron> {
  const bank = addressOfKey(secp256k1.getPublicKey(bankKey));
  const journal = openJournal(directory, { bank, timestamp: now() });
  const { ledger } = journal;
  /** Two blocks never have the same time, also when the clock is set back. */
  const nextTime = (): number => Math.max(now(), ledger.newest().timestamp + 1);
  const catchUp = (): void => {
    for (let added = 0; added < blocksAfterPause; added++) journal.add({ timestamp: nextTime(), signed: [] });
  };
  catchUp();
  const take = (signed: string): Refusal | undefined => takeInto(journal, signed, nextTime());
  // Time goes on with the questions, not by a timer: a chain that nobody looks at does not grow.
  const goOn = (): void => {
    if (now() - ledger.newestFinal().timestamp >= pauseMs) catchUp();
    else if (isBlockDue(ledger, now())) journal.add({ timestamp: nextTime(), signed: [] });
  };
  const { url, close } = await serveJavaTron({ ledger, take, goOn });
  let lastPaidAt = 0;
  return {
    url,
    usdt: ledger.usdt,
    async addBlock() {
      journal.add({ timestamp: nextTime(), signed: [] });
    },
    async send({ asset, to, units }) {
      if (asset !== 'TRX' && asset !== 'USDT') throw new Error(`TRON has no ${asset}`);
      const time = nextTime();
      // Two equal payments in the same millisecond would be one transaction.
      lastPaidAt = Math.max(lastPaidAt + 1, time);
      const times = { timestamp: lastPaidAt, expiration: time + lifetimeMs };
      const limit = asset === 'USDT' ? feeLimit : 0n;
      const payment = {
        asset,
        to,
        units,
        from: bank,
        reference: referenceOf(ledger.newestFinal()),
        feeLimit: limit,
      } as const;
      const { signed, txid } = signTron(writeTronTransfer({ ...payment, ...times }, ledger.usdt), bankKey);
      const refused = take(signed);
      if (refused) throw new Error(`${refused.code}: ${refused.message}`);
      const ended = ledger.placeOf(txid)?.entry.outcome;
      if (ended !== 'SUCCESS') throw new Error(`the payment of test coins ended with ${ended ?? 'nothing'}`);
      return txid;
    },
    ended: journal.failed,
    async close() {
      await close();
      journal.close();
    },
  };
}

/**
 * After a pause, in which nobody asked or no process ran, the newest final block is old: payers take such a node for one that does not follow its
 * chain. So many blocks make a new one final.
 */
const blocksAfterPause = 3;
const pauseMs = 300_000;

/** Blocks of the main network are three seconds apart. Here they are rarer once all transactions have the confirmations that deposits need. */
const pace = { busyMs: 3_000, idleMs: 60_000, busyBlocks: 25 };

function isBlockDue(ledger: DevLedger, now: number): boolean {
  const newest = ledger.newest();
  const heights = Array.from({ length: pace.busyBlocks }, (_, behind) => newest.height - behind);
  const isBusy = heights.some((height) => (ledger.blockAt(height)?.entries.length ?? 0) > 0);
  return now - newest.timestamp >= (isBusy ? pace.busyMs : pace.idleMs);
}

function takeInto(journal: DevJournal, signed: string, timestamp: number): Refusal | undefined {
  const refused = journal.ledger.judge(signed, timestamp);
  if (!refused) journal.add({ timestamp, signed: [signed] });
  return refused;
}

const referenceOf = ({ height, id }: DevBlock): { bytes: string; hash: string } => ({
  bytes: (height & 0xffff).toString(16).padStart(4, '0'),
  hash: id.slice(16, 32),
});
