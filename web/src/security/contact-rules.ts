// What a change of address needs before the server is asked. Pure.
import type { FailureCode } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import { addressFault, type Channel, type RegisterFields } from '../register/register-rules.ts';
import { proofFieldOf, wholeProofFaults, type SecondFactors, type WholeProof } from './security-rules.ts';

export type ContactFields = Pick<RegisterFields, 'channel' | 'email' | 'country' | 'areaCode' | 'phone'> &
  WholeProof & {
    /** Sent to the new address. */
    addressCode: string;
  };

export function contactFaults(fields: ContactFields, factors: SecondFactors): Faults<ContactFields> {
  const { email, phone } = addressFault(fields);
  return {
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(fields.addressCode.trim() === '' ? { addressCode: { name: 'security.codeRequired' } } : {}),
    ...wholeProofFaults('contact', fields, factors),
  };
}

/** Undefined for a code that is wrong: it may be that of either message. */
export function contactFieldOf(code: FailureCode, channel: Channel): keyof ContactFields | undefined {
  if (code === 'email-malformed' || code === 'phone-malformed' || code === 'address-taken') return channel;
  if (code === 'code-invalid' || code === 'code-expired') return undefined;
  if (code === 'code-too-soon' || code === 'code-limit' || code === 'code-not-sent') return 'addressCode';
  return proofFieldOf(code);
}
