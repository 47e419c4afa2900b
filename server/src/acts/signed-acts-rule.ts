// The rule of the audit about signatures of acts: each is verified again with what the database holds, or with keys that the owner pinned.
import type { PinnedApprovers } from '@candor/chain';
import { wireId } from '@candor/wire';
import type { Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { faultOf, readSignedParts, type SignatureFault, type SignedPart } from './signed-parts.ts';

/** An audit names so many. */
const examplesMax = 20;

const words: Record<SignatureFault, string> = {
  unsigned: 'without a signature',
  'unknown-passkey': 'by a passkey that this operator did not have',
  'unpinned-passkey': 'by a passkey that is not pinned',
  'wrong-signature': 'by a signature of something else',
};

/** `pinned`: the keys that are believed; unless given, those of the database. In a demo acts may be unsigned, and what is signed is right. */
export const signedActsRule = (pinned?: PinnedApprovers): Invariant => ({
  name: 'what two operators decided was signed by a passkey of each, for exactly that act',
  async sql(database) {
    const { rows } = await database.query(sql`select is_production() as "isProduction"`.query);
    const isNeeded = rows[0]!['isProduction'] === true;
    const parts = (await readSignedParts(database, null)).filter((each) => isNeeded || each.signature !== null);
    const broken: string[] = [];
    for (const each of parts) {
      const fault = await faultOf(each, pinned);
      if (fault !== undefined) broken.push(describe(each, fault));
    }
    return sql`select ${parts.length}::int as checked, ${broken.length}::int as broken, ${broken.slice(0, examplesMax)}::text[] as examples`;
  },
});

const describe = ({ kind, proposalId, person, part }: SignedPart, fault: SignatureFault): string =>
  `${kind} ${wireId('proposal', proposalId)}: ${person} ${part} ${words[fault]}`;
