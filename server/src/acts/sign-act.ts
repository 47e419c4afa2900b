// What an operator's passkey signs by proposing or approving an act that is signed.
import type { BoundAct } from '../kit/act.ts';
import type { OperatorContext } from '../kit/feature.ts';
import type { ApprovalSignatures } from '../operators/approval-signatures.ts';

/** What the passkey of who asks signed for this act; undefined where it is not signed. Refuses with `passkey-needed` and `signature-wrong`. */
export async function signatureOf(
  {
    bound,
    body,
    facts,
    given,
  }: { bound: BoundAct; body: unknown; facts: Record<string, unknown>; given: string | undefined },
  context: OperatorContext,
  signatures: ApprovalSignatures,
): Promise<string | undefined> {
  if (!bound.signedText || !signatures.areNeeded) return undefined;
  const text = bound.signedText({ body, facts, person: context.operator.name });
  return signatures.require({ text, signature: given }, context);
}
