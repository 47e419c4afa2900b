// What a form with an address begins with.
import { countries } from '@candor/wire';
import { preferences } from '../device/preferences.ts';
import { areaCodeOf } from '../device/area-code.ts';
import type { RegisterFields } from './register-rules.ts';
import { readSentCode } from './sent-code.ts';
import type { CodeUse } from './sent-code.ts';

/** After a reload the address that a code was sent to is still there. */
export function firstFields(use: CodeUse): RegisterFields {
  const sent = readSentCode(use);
  const areaCode = areaCodeOf(preferences());
  return {
    channel: sent?.channel ?? 'email',
    email: sent?.channel === 'email' ? sent.recipient : '',
    country: countries.find((country) => country.areaCode === areaCode)?.iso ?? 'JP',
    areaCode,
    phone: sent?.channel === 'phone' ? sent.recipient : '',
    code: '',
    password: '',
    confirm: '',
    invite: '',
    agrees: false,
  };
}
