// Operators sign with a passkey when they propose or approve an act, wherever approvals are signed.
import { actText, type ActPart, type SignedAct } from '@candor/proof';
import type { OperatorContext } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';

/**
 * Verifies the signature of the operator who asks and returns it; undefined if the act needs none. Refuses with `passkey-needed`, `signature-wrong`
 * and `proposed-unsigned`.
 */
export async function signatureOf(
  { act, part, given }: { act: SignedAct; part: ActPart['part']; given: string | undefined },
  context: OperatorContext,
  signatures: ApprovalSignatures,
): Promise<string | undefined> {
  if (!signatures.areNeeded) return undefined;
  const text = actText(act, { person: context.operator.name, part });
  // Only what was proposed without a signature has no text.
  if (text === undefined) return refuse(part === 'approves' ? 'proposed-unsigned' : 'passkey-needed');
  return signatures.require({ text, signature: given }, context);
}
