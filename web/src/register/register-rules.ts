// What the registration form accepts before it asks the server. Pure: fields in, faults out.
import {
  isPersonalPassword,
  isPlainPassword,
  passwordLength,
  passwordSize,
  plainEmail,
  plainPhone,
} from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';

export type Channel = 'email' | 'phone';

export interface RegisterFields {
  channel: Channel;
  email: string;
  /** ISO code of the country that was picked; several share an area code. */
  country: string;
  areaCode: string;
  phone: string;
  code: string;
  password: string;
  confirm: string;
  invite: string;
  agrees: boolean;
}
export type FieldName = Exclude<keyof RegisterFields, 'channel' | 'country' | 'areaCode'>;
export type RegisterFaults = Faults<RegisterFields>;

export const addressLength = { min: 3, max: 50 } as const;
/** Simple on purpose: the code that arrives is the proof. */
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Where the code goes, as the server takes it; what is wrong with it is told by addressFault. */
export const recipientOf = ({
  channel,
  email,
  areaCode,
  phone,
}: Pick<RegisterFields, 'channel' | 'email' | 'areaCode' | 'phone'>): string =>
  channel === 'email' ? plainEmail(email) : plainPhone(phone, areaCode);

/** Simple on purpose: which lengths a country has is the server's to say. */
const phoneForm = /^\+\d{7,17}$/;

export function addressFault(fields: Pick<RegisterFields, 'channel' | 'email' | 'areaCode' | 'phone'>): RegisterFaults {
  const recipient = recipientOf(fields);
  if (fields.channel === 'phone') {
    if (recipient === '') return { phone: { name: 'register.phoneRequired' } };
    return phoneForm.test(recipient) ? {} : { phone: { name: 'register.phoneMalformed' } };
  }
  if (recipient === '') return { email: { name: 'register.emailRequired' } };
  const isLong = recipient.length < addressLength.min || recipient.length > addressLength.max;
  if (isLong) return { email: { name: 'register.emailLength', values: addressLength } };
  return emailForm.test(recipient) ? {} : { email: { name: 'refusals.email-malformed' } };
}

export const faultsOf = (fields: RegisterFields): RegisterFaults => ({
  ...addressFault(fields),
  ...(fields.code.trim() === '' ? { code: { name: 'register.codeRequired' } } : {}),
  ...passwordFault(fields.password, recipientOf(fields)),
  ...confirmFault(fields),
  ...(fields.agrees ? {} : { agrees: { name: 'register.agreeRequired' } }),
});

function passwordFault(password: string, recipient: string): RegisterFaults {
  if (password === '') return { password: { name: 'register.passwordRequired' } };
  const { min, max } = passwordLength;
  const size = passwordSize(password);
  const isWrong = size < min || size > max;
  if (isWrong) return { password: { name: 'refusals.password-length', values: passwordLength } };
  const isWeak = isPlainPassword(password) || isPersonalPassword(password, [recipient]);
  return isWeak ? { password: { name: 'refusals.password-weak' } } : {};
}

function confirmFault({ password, confirm }: RegisterFields): RegisterFaults {
  if (confirm === '') return { confirm: { name: 'register.confirmRequired' } };
  return confirm === password ? {} : { confirm: { name: 'register.confirmDiffers' } };
}

/** The field that a refusal of the server is about; undefined when it is about the whole. */
export function fieldOf(code: FailureCode, channel: Channel): FieldName | undefined {
  switch (code) {
    case 'email-malformed':
    case 'phone-malformed':
      return channel;
    case 'code-invalid':
    case 'code-expired':
    case 'code-too-soon':
    case 'code-limit':
    case 'code-not-sent':
    case 'code-late':
      return 'code';
    case 'invite-unknown':
    case 'invite-required':
      return 'invite';
    case 'password-length':
    case 'password-weak':
      return 'password';
    default:
      return undefined;
  }
}
