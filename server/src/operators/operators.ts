// Operators: people who run the business, how they come in, and the log of what they do.
import {
  acceptInvitation,
  addOperatorPasskey,
  beginOperatorAuthenticator,
  beginOperatorPasskey,
  beginOperatorPasskeySignIn,
  beginOperatorStepUp,
  changeOperatorPassword,
  closeOperator,
  endOperatorSession,
  exportAuditLog,
  getOperatorAccess,
  getOperatorMe,
  inviteOperator,
  listOperators,
  listOperatorSessions,
  lookAtInvitation,
  makeRenewalLink,
  noteOperatorUse,
  readAuditLog,
  removeOperatorPasskey,
  renewOperator,
  renewOperatorCodes,
  replaceOperatorAuthenticator,
  setRoles,
  signInOperator,
  signInWithPasskey,
  signOutOperator,
  stepUpOperator,
  tryRole,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import type { Operators } from './create-operators.ts';

export const operators = product({
  name: 'operators',
  consoleCalls: [
    {
      title: 'Operators',
      text: 'Who runs the business: signing in, second factors, invitations and roles.',
      anyone: [signInOperator, signOutOperator, lookAtInvitation, acceptInvitation, tryRole],
      operator: [
        getOperatorMe,
        noteOperatorUse,
        stepUpOperator,
        inviteOperator,
        listOperators,
        listOperatorSessions,
        endOperatorSession,
        makeRenewalLink,
      ],
    },
    {
      title: 'Own access of operators',
      text: 'What proves who an operator is: passkeys, the password, recovery codes and the authenticator, each ended and replaced.',
      anyone: [beginOperatorPasskeySignIn, signInWithPasskey],
      operator: [
        beginOperatorStepUp,
        getOperatorAccess,
        beginOperatorPasskey,
        addOperatorPasskey,
        removeOperatorPasskey,
        changeOperatorPassword,
        renewOperatorCodes,
        beginOperatorAuthenticator,
        replaceOperatorAuthenticator,
      ],
    },
    {
      title: 'Audit log',
      text: 'What operators did and looked at, each entry bound to the one before.',
      operator: [readAuditLog, exportAuditLog],
    },
  ],
  acts: [setRoles, closeOperator, renewOperator],
  invariants: [
    {
      name: 'an operator who accepted has one password and one authenticator, and nobody else has any proof',
      sql: sql`select count(*) as checked, count(*) filter (where passwords <> wanted or authenticators <> wanted
              or (wanted = 0 and (codes > 0 or passkeys > 0))) as broken
            from (select (o.accepted_at is not null)::int as wanted,
                    (select count(*) from operator_passwords p where p.operator_id = o.operator_id and ended_at is null) as passwords,
                    (select count(*) from operator_authenticators a where a.operator_id = o.operator_id and ended_at is null) as authenticators,
                    (select count(*) from operator_recovery_codes c where c.operator_id = o.operator_id and ended_at is null) as codes,
                    (select count(*) from operator_passkeys k where k.operator_id = o.operator_id and ended_at is null) as passkeys
                  from operators o) as each`,
    },
    {
      name: 'the audit log has no gap, and each entry’s hash takes in the one before',
      sql: sql`select count(*) as checked, count(*) filter (where seq <> place or previous_hash <> before
              or hash <> audit_hash(previous_hash, seq, at, operator, act, subject, detail)) as broken
            from (select *, row_number() over each as place,
                    coalesce(lag(hash) over each, decode(repeat('00', 32), 'hex')) as before
                  from audit_log window each as (order by seq)) as entries`,
    },
  ],
  web: (parts: { operators: Operators }) => parts.operators.web,
});
