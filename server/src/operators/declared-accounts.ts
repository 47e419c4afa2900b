// Customer accounts and contacts that operators declare as their own: nobody decides on those.
import { declareOwnAccount, declareOwnContact, endDeclaredAccount, hasOneOf, listDeclaredAccounts, plainEmail, toInstant, wireId, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { bindAct, type BoundAct } from '../kit/act.ts';
import { appendAudit, type AuditEntry } from '../kit/audit-log.ts';
import { bindOperator, type BoundCall, type OperatorSession } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { parsePhoneNumber } from '../kit/phone-number.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { runOperatorFunction } from './store.ts';

export const declaredAccountCalls = (pool: Pool): BoundCall[] => [
  bindOperator(listDeclaredAccounts, async (_, { operator }) => {
    const seesAll = hasOneOf(['administrator', 'auditor'], operator);
    const ofWhom = seesAll ? null : operator.operatorId;
    const [accounts, contacts] = await Promise.all([readAccounts(pool, ofWhom), readContacts(pool, ofWhom)]);
    return {
      accounts: accounts.map(({ accountId, declaredAt, ...row }) => ({ ...row, account_id: wireId('account', accountId), declared_at: toInstant(declaredAt) })), // oxfmt-ignore
      contacts: contacts.map(({ declaredAt, ...row }) => ({ ...row, declared_at: toInstant(declaredAt) })),
    };
  }),
  bindOperator(declareOwnAccount, ({ number }, { operator }) =>
    declare(pool, operator, async (database) => {
      const accountId = (await findByNumber(database, number)) ?? refuse('account-unknown');
      await database.query('select operator_declare_account($1, $2)', [operator.sessionId, accountId]);
      return { act: 'account-declared', subject: wireId('account', accountId) };
    }),
  ),
  bindOperator(declareOwnContact, ({ contact }, { operator }) =>
    declare(pool, operator, async (database) => {
      const { kind, value } = readContact(contact) ?? refuse('contact-malformed');
      const { rows } = await database.query<{ declared: boolean }>(
        'select operator_declare_contact($1, $2, $3) as declared',
        [operator.sessionId, kind, value],
      );
      if (!rows[0]!.declared) refuse('contacts-full');
      return { act: 'contact-declared', subject: operator.name, detail: { kind } };
    }),
  ),
];

/** Stores what an operator declares and its entry of the audit log in one transaction. `store` returns the entry. */
const declare = (
  pool: Pool,
  { name }: OperatorSession,
  store: (database: Database) => Promise<Omit<AuditEntry, 'operator'>>,
): Promise<Record<string, never>> =>
  inTransaction(pool, async (database) => {
    await appendAudit(database, { operator: name, ...(await store(database)) });
    return {};
  });

export const declaredAccountActs: readonly BoundAct[] = [
  bindAct(endDeclaredAccount, {
    async facts({ name, number }, pool, maker) {
      if (name === maker) refuse('own-account', { tie: 'declared' });
      const accountId = (await findByNumber(pool, number)) ?? refuse('account-unknown');
      const operatorId = (await findDeclarer(pool, name, accountId)) ?? refuse('operator-unknown');
      return { operator_uuid: operatorId, declared_uuid: accountId, name, number };
    },
    carryOut: async ({ proposalId, body: { name }, checker }, database) => {
      if (name === checker) return refuse('own-account', { tie: 'declared' });
      const isEnded = await runOperatorFunction(database, 'operator_end_declared', proposalId);
      return isEnded ? {} : refuse('account-unknown');
    },
  }),
];

function readContact(typed: string): { kind: 'email' | 'phone'; value: string } | undefined {
  const email = plainEmail(typed).toLowerCase();
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return { kind: 'email', value: email };
  const phone = parsePhoneNumber(typed);
  return phone && { kind: 'phone', value: phone.number };
}

async function findByNumber(database: Database, number: string): Promise<Uuid | undefined> {
  const { rows } = await database.query<{ id: Uuid }>('select account_id as id from accounts where number = $1', [
    number,
  ]);
  return rows[0]?.id;
}

async function findDeclarer(database: Database, name: string, accountId: Uuid): Promise<Uuid | undefined> {
  const { rows } = await database.query<{ id: Uuid }>(
    `select operator_id as id from operator_accounts join operators using (operator_id)
     where name = $1 and account_id = $2 and ended_at is null`,
    [name, accountId],
  );
  return rows[0]?.id;
}

/** Declared accounts of one operator, or of all operators if `operatorId` is null. */
async function readAccounts(database: Database, operatorId: Uuid | null) {
  const { rows } = await database.query<{ operator: string; accountId: Uuid; number: string; declaredAt: number }>(
    `select o.name as operator, a.account_id as "accountId", a.number, d.declared_at as "declaredAt"
     from operator_accounts d join operators o using (operator_id) join accounts a using (account_id)
     where d.ended_at is null and ($1::uuid is null or d.operator_id = $1) order by o.name, d.declared_at`,
    [operatorId],
  );
  return rows;
}

async function readContacts(database: Database, operatorId: Uuid | null) {
  const { rows } = await database.query<{
    operator: string;
    kind: 'email' | 'phone';
    value: string;
    declaredAt: number;
  }>( // oxfmt-ignore
    `select o.name as operator, c.kind, c.value, c.declared_at as "declaredAt"
     from operator_contacts c join operators o using (operator_id)
     where $1::uuid is null or c.operator_id = $1 order by o.name, c.declared_at`,
    [operatorId],
  );
  return rows;
}
