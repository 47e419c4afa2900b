// Exports what waits for an offline signer: payment, approvals and unsigned bytes, in the order of the wallet's places. The same state gives the
// same file.
import {
  networkNames,
  paymentsOfFileMax,
  requireReplaceable,
  writeOfflineFile,
  type NetworkName,
  type UnsignedPayment,
  type WalletsFile,
} from '@candor/chain';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { countExport, readDeployment, readUnsigned } from './offline-store.ts';
import { readReplacements } from './replacement-store.ts';
import { stopOf } from './stop-of.ts';
import { readApprovals } from './store.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

export interface ExportParts {
  pool: Pool;
  clock: Clock;
  mode: 'demo' | 'production';
  wallets: WalletsFile['wallets'];
}

export interface Exported {
  count: number;
  /** Payments that were left out, each with its reason. */
  leftOut: { id: string; reason: string }[];
}

/** Each payment is counted as asked before the file is written. A payment of a frozen or held account is left out. */
export async function exportPayments(path: string, parts: ExportParts): Promise<Exported> {
  requireReplaceable(path, 'signer-export');
  const payments: UnsignedPayment[] = [];
  const leftOut: Exported['leftOut'] = [];
  for (const network of networkNames.filter((name) => parts.wallets[name])) {
    for (const withdrawal of await readUnsigned(parts.pool, network)) {
      const isFull = payments.length >= paymentsOfFileMax;
      const found = isFull ? 'next-file' : await unsignedOf(withdrawal, parts);
      if (typeof found === 'string') leftOut.push({ id: withdrawal.withdrawalId, reason: found });
      else payments.push(found);
    }
  }
  const deployment = await readDeployment(parts.pool);
  writeOfflineFile(path, { candor: 'signer-export', deployment, payments });
  return { count: payments.length, leftOut };
}

/** Returns why the payment is left out, or what the signer is asked. */
async function unsignedOf(withdrawal: Withdrawal, parts: ExportParts): Promise<UnsignedPayment | string> {
  const { accountId, withdrawalId, network, wallet } = withdrawal;
  const stop = await stopOf(accountId, parts);
  if (stop !== undefined) return stop;
  if (wallet !== walletOf(network, parts)) return 'other-wallet';
  const unsigned = await waitingBytes(withdrawal, parts);
  if (unsigned === undefined) return 'changed';
  const approvals = await readApprovals(parts.pool, accountId, withdrawalId);
  return {
    payment: paymentOf(withdrawal),
    approvals: approvals.map(({ person, signature }) => ({ person, signature })),
    unsigned,
  };
}

const walletOf = (network: NetworkName, { wallets }: ExportParts): string | undefined => wallets[network]?.wallet;

/** Returns the bytes that wait for a signature; undefined if the payment went on in the meantime. */
async function waitingBytes(withdrawal: Withdrawal, { pool }: ExportParts): Promise<string | undefined> {
  if (withdrawal.state === 'built')
    return (await countExport(pool, withdrawal, withdrawal.unsigned!)) ? withdrawal.unsigned! : undefined;
  return (await readReplacements(pool, withdrawal)).find(({ signed }) => signed === null)?.unsigned;
}
