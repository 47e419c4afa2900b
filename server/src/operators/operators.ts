// Operators: people who run the business, how they come in, and the log of what they do.
import {
  acceptInvitation,
  closeOperator,
  endOperatorSession,
  exportAuditLog,
  getOperatorMe,
  inviteOperator,
  listOperators,
  listOperatorSessions,
  lookAtInvitation,
  readAuditLog,
  setRoles,
  signInOperator,
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
        stepUpOperator,
        inviteOperator,
        listOperators,
        listOperatorSessions,
        endOperatorSession,
      ],
    },
    {
      title: 'Audit log',
      text: 'What operators did and looked at, each entry bound to the one before.',
      operator: [readAuditLog, exportAuditLog],
    },
  ],
  acts: [setRoles, closeOperator],
  invariants: [
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
