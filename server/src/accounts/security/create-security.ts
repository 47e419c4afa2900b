// An account's security, put together from its parts, as calls.
import type { BoundCall } from '../../kit/feature.ts';
import { createResetPassword, type ResetOptions } from '../passwords/reset-password.ts';
import { createChangeContact, type ContactOptions } from './change-contact.ts';
import { createChangeFactor } from './change-factor.ts';
import type { CustomerFactor, FactorOptions } from './customer-factor.ts';
import { bindContactCalls } from './contact-calls.ts';
import { createFreezeOwn, type FreezeOptions } from './freeze-own.ts';
import type { ProveOwner } from './prove-owner.ts';
import { bindSecurityCalls } from './security-calls.ts';
import { createChangePasskeys, type PasskeyOptions } from '../passkeys/change-passkeys.ts';
import { bindPasskeyCalls } from '../passkeys/passkey-calls.ts';

interface SecurityOptions
  extends ResetOptions, FreezeOptions, FactorOptions, ContactOptions, Omit<PasskeyOptions, 'changeFactor'> {
  factor: CustomerFactor;
  owner: ProveOwner;
}

export function createSecurity(options: SecurityOptions): BoundCall[] {
  const changeFactor = createChangeFactor(options);
  const changePasskeys = createChangePasskeys({ ...options, changeFactor });
  const reset = createResetPassword(options);
  const freezeOwn = createFreezeOwn(options);
  return [
    ...bindSecurityCalls({ ...options, reset, freezeOwn, changeFactor }),
    ...bindContactCalls(createChangeContact(options)),
    ...bindPasskeyCalls({ ...options, changePasskeys }),
  ];
}
