// What a change of address needs before the server is asked. Pure.
import type { FailureCode } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import { addressFault, type Channel, type RegisterFields } from '../register/register-rules.ts';
import { proofFaults, proofFieldOf, type ProofFields, type ProofNeeds } from './proof-rules.ts';

export type ContactFields = Pick<RegisterFields, 'channel' | 'email' | 'country' | 'areaCode' | 'phone'> &
  ProofFields & {
    /** Sent to the new address. */
    addressCode: string;
  };

export function contactFaults(fields: ContactFields, needs: ProofNeeds): Faults<ContactFields> {
  const { email, phone } = addressFault(fields);
  return {
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(fields.addressCode.trim() === '' ? { addressCode: { name: 'security.codeRequired' } } : {}),
    ...proofFaults(fields, needs),
  };
}

/** Undefined for a code that is wrong: it may be that of either message. */
export function contactFieldOf(
  code: FailureCode,
  channel: Channel,
  needs: ProofNeeds,
): keyof ContactFields | undefined {
  if (code === 'email-malformed' || code === 'phone-malformed' || code === 'address-taken') return channel;
  if (code === 'code-invalid' || code === 'code-expired') return undefined;
  if (code === 'code-too-soon' || code === 'code-limit') return 'addressCode';
  if (code === 'code-not-sent' || code === 'code-late') return 'addressCode';
  return proofFieldOf(code, needs);
}
