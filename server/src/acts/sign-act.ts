// What an operator's passkey signs by proposing or approving an act, where approvals are signed.
import { actText, type ActPart, type SignedAct } from '@candor/proof';
import type { OperatorContext } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';

/** What the passkey of who asks signed for this act; undefined where it is not signed. Refuses with `passkey-needed`, `signature-wrong` and `proposed-unsigned`. */
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
