// The text that a passkey signs by proposing or approving an act, made of what the page shows; undefined for acts that are not signed.
import { paymentText } from '@candor/wire';
import type { ActKind } from '@candor/wire';

type Shown = Readonly<Record<string, unknown>>;

export function signedTextOf(
  { kind, body, facts }: { kind: ActKind; body: Shown; facts: Shown },
  person: string,
): string | undefined {
  if (kind !== 'approve-withdrawal') return undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return paymentText(
    {
      withdraw_id: text(body['withdraw_id']),
      network: text(facts['network']),
      coin_code: text(facts['coin']),
      address: text(facts['address']),
      net: text(facts['net']),
    },
    person,
  );
}

export const isSignedKind = (kind: ActKind): boolean => signedTextOf({ kind, body: {}, facts: {} }, '') !== undefined;
