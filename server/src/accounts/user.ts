// The user record as the wire shows it.
import type { User } from '@candor/wire';
import { toInstant, wireId } from '@candor/wire';
import type { Digests } from './digests.ts';
import type { Account } from './store.ts';

export function toUser(account: Account, digests: Digests): User {
  const { accountId, loginVersion, tradeVersion } = account;
  return {
    account_id: wireId('account', accountId),
    user_name: account.email ?? account.number,
    user_number: account.number,
    user_phone: account.phone,
    account_type: account.accountType,
    status: account.verifiedBy === null ? '0' : '1',
    verified_by: account.verifiedBy,
    user_password: digests.fingerprint({ kind: 'login', accountId, version: loginVersion }),
    user_paypass:
      tradeVersion === null ? null : digests.fingerprint({ kind: 'trade', accountId, version: tradeVersion }),
    vip: account.vip,
    referral_code: account.inviteCode,
    created_at: toInstant(account.createdAt),
  };
}
