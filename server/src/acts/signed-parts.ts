// Who proposed and who approved an act, with what each signed and the passkey that it is of; and whether that signature is genuine.
import { actText, type ActPart, type SignedAct } from '@candor/proof';
import type { PinnedApprovers } from '@candor/chain';
import { challengeOf, type Uuid } from '@candor/wire';
import { isSignedBy } from '../kit/passkeys/signed-challenge.ts';
import type { Queryable } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** One of the two persons of an act. */
export interface SignedPart extends SignedAct, ActPart {
  proposalId: Uuid;
  signature: string | null;
  /** Of the passkey of this person that the signature names; null where there was none at that time. */
  credentialId: string | null;
  publicKey: Buffer | null;
}

export type SignatureFault = 'unsigned' | 'unknown-passkey' | 'unpinned-passkey' | 'wrong-signature';

/**
 * Reads both parts of one act, or of all that were approved since acts are signed. Failed ones too: somebody could call an act failed after it was
 * carried out.
 */
export async function readSignedParts(database: Queryable, proposalId: Uuid | null): Promise<SignedPart[]> {
  const { query } = sql`select p.proposal_id as "proposalId", p.kind, p.body::json, p.facts::json, p.why, p.nonce,
      o.name as person, each.part, s.signature, k.credential_id as "credentialId", k.public_key as "publicKey"
    from act_proposals as p cross join lateral (values (p.maker, 'proposes'), (p.checker, 'approves')) as each (operator_id, part)
      join operators as o on o.operator_id = each.operator_id
      left join act_signatures as s on s.proposal_id = p.proposal_id and s.operator_id = each.operator_id
      left join operator_passkeys as k on k.operator_id = each.operator_id and k.credential_id = s.signature::json ->> 'id'
        and k.began_at <= s.at and (k.ended_at is null or s.at <= k.ended_at)
    where p.state in ('approved', 'done', 'failed') and p.decided_at > (select at from acts_signed_since)
      and (${proposalId}::uuid is null or p.proposal_id = ${proposalId})
    order by p.decided_at, p.proposal_id, each.part desc`;
  return (await database.query(query)).rows as unknown as SignedPart[];
}

/** Uses the keys of the pinned list if one is given, otherwise those of the database. */
export async function faultOf(signed: SignedPart, pinned?: PinnedApprovers): Promise<SignatureFault | undefined> {
  const { signature, credentialId, publicKey, person } = signed;
  if (signature === null) return 'unsigned';
  if (credentialId === null || publicKey === null) return 'unknown-passkey';
  const key = pinned ? pinnedKey(pinned, { person, credentialId }) : publicKey;
  if (!key || !key.equals(publicKey)) return 'unpinned-passkey';
  const text = actText(signed, signed);
  if (text === undefined) return 'wrong-signature';
  const expected = { challenge: await challengeOf(text), place: pinned };
  return (await isSignedBy(signature, { credentialId, publicKey: key }, expected)) ? undefined : 'wrong-signature';
}

function pinnedKey(
  { approvers }: PinnedApprovers,
  { person, credentialId }: { person: string; credentialId: string },
): Buffer | undefined {
  const passkeys = approvers.find((each) => each.person === person)?.passkeys;
  const found = passkeys?.find((each) => each.credentialId === credentialId);
  return found && Buffer.from(found.publicKey, 'base64url');
}
