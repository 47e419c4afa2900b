// The text that a passkey of an operator signs by proposing or approving an act. The console, the server and the audit each make it.
import { actOf, paymentText } from '@candor/wire';
import { canonicalJson } from './canonical-json.ts';

type Members = Readonly<Record<string, unknown>>;

export interface SignedAct {
  kind: string;
  body: Members;
  facts: Members;
  why: string;
  /** Of the proposal, drawn by the page of its maker; null where it was proposed unsigned. */
  nonce: string | null;
}
export interface ActPart {
  /** The name of the operator. */
  person: string;
  part: 'proposes' | 'approves';
}

/** Undefined for an act that can't be signed, as it has no nonce. An act that approves a payment is signed as the signer verifies it. */
export function actText({ kind, body, facts, why, nonce }: SignedAct, { person, part }: ActPart): string | undefined {
  if (kind === 'approve-withdrawal') return paymentText(paymentOf(body, facts), person);
  if (nonce === null) return undefined;
  const moving = actOf(kind)?.movingFacts ?? [];
  const signed = Object.fromEntries(Object.entries(facts).filter(([name]) => !moving.includes(name)));
  return `candor act\n${canonicalJson([kind, nonce, body, signed, why, person, part])}\n`;
}

const paymentOf = (body: Members, facts: Members) => ({
  withdraw_id: textOf(body['withdraw_id']),
  network: textOf(facts['network']),
  coin_code: textOf(facts['coin']),
  address: textOf(facts['address']),
  net: textOf(facts['net']),
});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
