// Whose passkeys approve payments, as the owner of a signer pins them in its policy; and everybody's, as the owner pins them for the audit.
import { hash } from 'node:crypto';
import type { PinnedApprovers } from '@candor/chain';
import type { Pool } from '../kit/postgres.ts';
import { readDecidersPasskeys } from './proof-store.ts';

/** With what people compare besides, which a signer ignores. */
type PrintedApprovers = PinnedApprovers & {
  approvers: readonly { passkeys: readonly { name: string; fingerprint: string; added: string }[] }[];
};

/** Of all who may approve payments by their roles today, by name; `ofAll`: of everybody who has a role. */
export async function readApprovers(
  pool: Pool,
  origin: string,
  { ofAll = false }: { ofAll?: boolean } = {},
): Promise<PrintedApprovers> {
  const rows = await readDecidersPasskeys(pool, { ofAll });
  const passkeysOf = (person: string) =>
    rows
      .filter((row) => row.person === person)
      .map(({ name, credentialId, publicKey, createdAt }) => ({
        name,
        fingerprint: fingerprintOfKey(publicKey),
        added: new Date(createdAt).toISOString(),
        credentialId,
        publicKey: publicKey.toString('base64url'),
      }));
  const persons = [...new Set(rows.map(({ person }) => person))];
  const approvers = persons.map((person) => ({ person, passkeys: passkeysOf(person) }));
  return { rpId: new URL(origin).hostname, origin, approvers };
}

/** As people compare it; an operator reads the own one under My access. */
export const fingerprintOfKey = (publicKey: Buffer): string => hash('sha256', publicKey, 'hex').slice(0, 12);
