// Whose passkeys approve payments, as the owner of a signer pins them in its policy; and everybody's, as the owner pins them for the audit.
import { hash } from 'node:crypto';
import type { PinnedApprovers } from '@candor/chain';
import type { Pool } from '../kit/postgres.ts';
import { readDecidersPasskeys } from './proof-store.ts';

/** The signer ignores the fields added here: people compare them before they pin a key. */
type PrintedApprovers = PinnedApprovers & {
  approvers: readonly { passkeys: readonly { name: string; fingerprint: string; added: string }[] }[];
};

/** Lists the passkeys of everybody whose roles allow approving payments today, ordered by name. With `ofAll`, of everybody who has a role. */
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

/** A short form of a public key that people can compare. Operators read their own under My access. */
export const fingerprintOfKey = (publicKey: Buffer): string => hash('sha256', publicKey, 'hex').slice(0, 12);
