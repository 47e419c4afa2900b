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
  declareOwnAccount,
  declareOwnContact,
  endDeclaredAccount,
  endOperatorSession,
  exportAuditLog,
  getOperatorAccess,
  getOperatorMe,
  inviteOperator,
  listDeclaredAccounts,
  listLooks,
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
import { operatorLimits, operatorLooks } from './operator-limits.ts';

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
      title: 'Own customer accounts of operators',
      text: 'Accounts and contacts that operators declare as their own: nobody decides on an account of the same person.',
      operator: [listDeclaredAccounts, declareOwnAccount, declareOwnContact],
    },
    {
      title: 'Audit log',
      text: 'What operators did and looked at, each entry bound to the one before.',
      operator: [readAuditLog, exportAuditLog, listLooks],
    },
  ],
  acts: [setRoles, closeOperator, renewOperator, endDeclaredAccount],
  settings: [operatorLimits, operatorLooks],
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
      name: 'whatever was decided about money names who decided, and whoever decided named what there is',
      sql: sql`with since as (select min(created_at) as at from operator_limits),
            orders(kind, object_id, account_id, persons, is_since) as (
              select 'withdrawal', withdrawal_id, account_id, case when decided_proposal is null then 1 else 2 end, decided_at >= since.at
              from withdrawals, since where state in ('approved', 'built', 'signed', 'broadcast', 'sent', 'failed')
              union all select 'loan', loan_id, account_id, case when decided_proposal is null then 1 else 2 end, paid_out_at >= since.at
              from loans, since where state in ('paid-out', 'repaid', 'overdue')
              union all select 'purchase', purchase_id, account_id, case when proposal_id is null then 1 else 2 end, ended_at >= since.at
              from purchases, since where state = 'completed'
              union all select 'refund', purchase_id, account_id, case when refund_proposal is null then 1 else 2 end,
                num_nonnulls(refunded_by, refund_proposal) > 0 from purchases where refunded_at is not null
              union all select 'refund', transfer_id, null, case when return_proposal is null then 1 else 2 end,
                num_nonnulls(returned_by, return_proposal) > 0 from bank_transfers where use = 'returned'
              union all select 'prize', prize_id, account_id, case when proposal_id is null then 1 else 2 end,
                num_nonnulls(decided_by, proposal_id) > 0 from shop_prizes where state = 'sent'
              union all select 'deposit', p.proposal_id, account_credited_by(p), 2, p.decided_at >= since.at
              from act_proposals p join act_kinds using (kind), since where credits_account and p.state in ('approved', 'done', 'failed')),
            decided as (select kind, object_id, account_id, count(*) as persons from operator_decisions group by kind, object_id, account_id)
          select count(*) as checked, count(*) filter (where case
              when orders.object_id is null then decided.kind <> 'withdrawal' or not exists (
                select from withdrawals w where w.withdrawal_id = decided.object_id and w.account_id = decided.account_id and w.state = 'rejected')
              when decided.object_id is null then orders.is_since
              else decided.persons <> orders.persons or decided.account_id <> orders.account_id end) as broken
          from orders full join decided using (kind, object_id)`,
    },
    {
      name: 'nobody decided on an account that was declared as the own one before',
      sql: sql`select count(*) as checked, count(own.operator_id) as broken
          from operator_decisions d left join operator_accounts own on own.operator_id = d.operator_id and own.account_id = d.account_id
            and own.declared_at < d.at and (own.ended_at is null or own.ended_at > d.at)`,
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
