// A thief's day, run three times: with the password of the server's role, with one operator's session, and with both. The table of
// docs/security.md states for each attempt what it gained and what stopped or detected it; the test compares it row for row.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { superviseDevChain } from '@candor/chain';
import {
  approveAct,
  approveLoan,
  approveWithdrawal,
  exportCustomers,
  getCustomer,
  listCustomers,
  operatorRoles,
  proposeAct,
  tryRole,
  wireId,
  type Uuid,
  type ConsoleClient,
  type OperatorRole,
} from '@candor/wire';
import { chainRules } from '../src/chain-rules.ts';
import { openPool, type Connection, type Pool } from '../src/kit/postgres.ts';
import { invariants } from '../src/products.ts';
import type { Invariant } from '../src/kit/product.ts';
import { readUntil } from '../src/kit/until.test-support.ts';
import { consoleClient } from './support/operators.ts';
import { runAsOwner } from './support/database.ts';
import { longRun } from './support/long-run.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';
import { judgedRights } from './support/thief-rights.ts';
import {
  accountWith,
  approveInName,
  deposit,
  failWhileSent,
  loan,
  publish,
  signInName,
  withdrawal,
  type Asked,
} from './support/thief-forgeries.ts';
import { rightsUsed, whileSignedIn, type Attempt, type ThiefStage } from './support/thief-attempts.ts';
import { ordersMadeUp } from './support/thief-orders.ts';
import { attempt, brokenRules, gained, rightsOf, type Outcome } from './support/thief.ts';

let app: RunningApp;
let folder: string;
let thief: Pool;
/** An account of the thief, and an account of a victim. */
let own: Person;
let victim: Person;
/** The rules of `npm run audit`. */
let rules: Invariant[];
before(async () => {
  // A chain and a signer of its own; the signer knows the key of this server.
  folder = mkdtempSync(join(tmpdir(), 'candor-thief-'));
  app = await openRunningApp({ liveCoins: ['BTC'], settings: { DATA_DIRECTORY: folder } });
  thief = openPool(app.databaseUrl, 4);
  rules = [...invariants, ...chainRules({ devDirectory: join(folder, 'dev-chain') }, { lastHours: 48 })];
  await addBlocks(4);
  own = await app.person('100');
  victim = await app.person('500');
});
after(async () => {
  await thief.end();
  await app.close();
  superviseDevChain(join(folder, 'dev-chain'), 'ethereum').close();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds blocks to the demo chain, so that earlier blocks become final. */
async function addBlocks(count: number): Promise<void> {
  const chain = await superviseDevChain(join(folder, 'dev-chain'), 'ethereum').open();
  for (let added = 0; added < count; added++) await chain.addBlock();
}

/** Returns the table under a heading of docs/security.md. */
function tableOf(heading: string): Outcome[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const part =
    text.split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? assert.fail(`docs/security.md has no ${heading}`);
  const rows = part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.map((line) => {
    const [attempted = '', gave = '', held = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { attempt: attempted, gave, held };
  });
}

/** Compares row for row, so that a failure shows the row. */
function hold(heading: string, outcomes: readonly Outcome[]): void {
  const written = (each: Outcome): string => `| ${each.attempt} | ${each.gave} | ${each.held} |`;
  assert.deepEqual(outcomes.map(written), tableOf(heading).map(written));
}

const stage = (): ThiefStage => ({ app, thief, own, victim });

async function play(
  { what, work, afterwards, isUndone = false }: Attempt,
  brokenBefore: readonly string[] = [],
): Promise<Outcome> {
  const outcome = await attempt(thief, {
    what,
    work: (connection) => work(connection, stage()),
    isUndone,
    rules,
    brokenBefore,
  });
  return outcome.held === 'open' && afterwards ? { ...outcome, gave: await afterwards(stage()) } : outcome;
}

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}

const day = longRun(
  'runs the whole audit after each attempt, asks for hundreds of customers and pages, and pays on a chain',
);

test('what the password of the server’s role gives in a day is what docs/security.md says', day, async () => {
  const outcomes: Outcome[] = [];
  for (const each of [...ordersMadeUp, ...rightsUsed]) outcomes.push(await play(each));
  await as('treasurer');
  for (const each of whileSignedIn) outcomes.push(await play(each));
  hold('With the password of `candor_app`', outcomes);
});

test('every right of the server’s role belongs to an attempt', async () => {
  assert.deepEqual(await rightsOf(thief), Object.values(judgedRights).flat().toSorted());
  const attempts = [...ordersMadeUp, ...rightsUsed, ...whileSignedIn].map(({ what }) => what);
  assert.deepEqual(
    Object.keys(judgedRights).filter((what) => !attempts.includes(what)),
    [],
  );
});

/** Runs work in a transaction that is expected to succeed. */
async function prepared<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await thief.connect();
  await connection.query('begin');
  const result = await work(connection);
  await connection.query('commit');
  connection.release();
  return result;
}

/** Makes this many accounts with a withdrawal of 1,000 USDT each, the most that one operator may approve. */
const askedBy = (people: number, fund: (connection: Connection) => Promise<string>): Promise<Asked[]> =>
  prepared(async (connection) => {
    const all: Asked[] = [];
    for (let turn = 0; turn < people; turn++) all.push(await withdrawal(connection, await fund(connection), '1000'));
    return all;
  });

const approve = (client: ConsoleClient, { withdrawalId }: Asked) =>
  client.call(approveWithdrawal, { withdraw_id: wireId('withdrawal', withdrawalId as Uuid) });

/** Approves one after the other. Returns those before the first refusal, and the code of the refusal. */
async function approveAll(client: ConsoleClient, all: readonly Asked[]): Promise<{ approved: Asked[]; code: string }> {
  for (const [place, each] of all.entries()) {
    const outcome = await approve(client, each);
    if (!outcome.ok) return { approved: all.slice(0, place), code: outcome.code };
  }
  return assert.fail('nothing was refused');
}

/** Requests item after item, hour after hour of a day, as long as anything is shown. */
async function lookAllDay(name: string, look: (turn: number) => Promise<boolean>): Promise<number> {
  let shown = 0;
  for (;;) {
    const before = shown;
    while (await look(shown)) shown++;
    if (shown === before) return shown;
    await runAsOwner(
      app,
      `update operator_looks set at = at - interval '1 hour' where operator_id = (select operator_id from operators where name = '${name}')`,
    );
  }
}

test('what one operator’s session gives in a day is what docs/security.md says', day, async () => {
  const risk = await as('risk');
  const asked = await askedBy(21, (connection) => accountWith(connection, '1000'));
  const { approved, code } = await approveAll(risk, asked);
  const left = asked.at(-1)!;
  const others = operatorRoles.filter((role) => role !== 'risk' && role !== 'treasurer');
  const refused = await Promise.all(others.map(async (role) => refusalOf(await approve(await as(role), left))));
  const loanId = await prepared(async (connection) => {
    const accountId = await accountWith(connection, '0');
    await loan(connection, accountId, 'review');
    return (await connection.query<{ id: Uuid }>('select loan_id as id from loans where account_id = $1', [accountId]))
      .rows[0]!.id;
  });
  const lent = refusalOf(await risk.call(approveLoan, { loan_id: wireId('loan', loanId) }));
  const { proposal_id, version } = got(
    await risk.call(proposeAct, { kind: 'halt-coin', body: { coin: 'XRP', reason: 'x' }, why: 'x' }),
  );
  const alone = refusalOf(await risk.call(approveAct, { proposal_id, version }));

  const auditor = await as('auditor');
  const seen = await prepared(async (connection) => {
    for (let turn = 0; turn < 310; turn++) await accountWith(connection, '0');
    return (await connection.query<{ id: Uuid }>('select account_id as id from accounts')).rows.map(({ id }) =>
      wireId('account', id),
    );
  });
  const customers = await lookAllDay(
    'demo-auditor-1',
    async (turn) => (await auditor.call(getCustomer, { account_id: seen[turn]! })).ok,
  );
  const pages = await lookAllDay(
    'demo-auditor-1',
    async (turn) => (await auditor.call(listCustomers, { pagesize: 1, current_page: turn + 1 })).ok,
  );
  const administrator = await as('administrator');
  const table = { headers: { cookie: administrator.cookies() } };
  const exports = await lookAllDay(
    'demo-administrator-1',
    async () => (await fetch(app.consoleUrl() + exportCustomers.path, table)).ok,
  );

  hold('With one operator’s session', [
    {
      attempt: 'approves what customers asked for, as a treasurer or as risk',
      gave: `${(approved.length * 1000).toLocaleString('en')} USDT, to the customers’ own addresses`,
      held: `refused (${code})`,
    },
    {
      attempt: 'approves a payment in any other role',
      gave: 'nothing',
      held: `refused (${[...new Set(refused)].join(', ')})`,
    },
    { attempt: 'pays a loan out on the same day', gave: 'nothing', held: `refused (${lent})` },
    { attempt: 'approves an act of its own', gave: 'nothing', held: `refused (${alone})` },
    {
      attempt: 'opens one customer after the other',
      gave: `${customers} customers whole`,
      held: 'refused (looks-used-up)',
    },
    { attempt: 'reads the lists page by page', gave: `${pages} pages, masked`, held: 'refused (looks-used-up)' },
    { attempt: 'takes the lists away as tables', gave: `${exports} tables, masked`, held: 'refused (looks-used-up)' },
  ]);
});

test('what a session and the password give together in a day is what docs/security.md says', day, async () => {
  const treasurer = await as('treasurer', 2);
  const asked = await askedBy(21, async (connection) => {
    const accountId = await accountWith(connection, '0');
    await deposit(connection, accountId, '1000');
    return accountId;
  });
  const { approved, code } = await approveAll(treasurer, asked);
  assert.equal(code, 'day-sum-reached');
  const ids = approved.map(({ withdrawalId }) => withdrawalId);
  const sent = await readUntil(
    'they are sent',
    async () =>
      (
        await app.pool.query<{ count: number; sum: string }>(
          `select count(*)::int as count, coalesce(sum(units::numeric) / 1000000, 0) as sum from withdrawals where withdrawal_id = any($1) and state = 'sent'`,
          [ids],
        )
      ).rows[0]!,
    ({ count }) => count === approved.length,
    { withinMs: 180_000, everyMs: 200 },
  );
  const broken = await prepared((connection) => brokenRules(connection, rules));
  const risk = await as('risk', 2);
  const [own] = await askedBy(1, (connection) => accountWith(connection, '1000'));
  got(await approve(risk, own!));
  const more = async (connection: Connection, name: string): Promise<Asked> => {
    const wanted = await withdrawal(connection, await accountWith(connection, '0.5', 'ETH'), '0.5', 'ETH');
    await approveInName(connection, wanted, name);
    await signInName(connection, wanted, name);
    return wanted;
  };
  hold('With both', [
    {
      attempt: 'makes up deposits and approves own withdrawals of them',
      gave: `${Number(sent.sum).toLocaleString('en')} USDT on the chain`,
      held: broken.length > 0 ? `found: ${broken.join('; ')}` : 'open',
    },
    await play(
      {
        what: 'takes back the money of a payment while it is sent',
        work: async (connection) => {
          await failWhileSent(connection, own!);
          await addBlocks(10);
          return `${await gained(connection, own!.accountId)} back, besides what is paid on the chain`;
        },
      },
      broken,
    ),
    await play(
      {
        what: 'approves another of 0.5 ETH on the same day',
        work: async (connection) => {
          await more(connection, 'demo-treasurer-2');
          return '0.5 ETH';
        },
      },
      broken,
    ),
    await play(
      {
        what: 'approves 0.5 ETH after a price at which it is worth nothing, as another operator',
        work: async (connection) => {
          await publish(connection, 'ETH', '0.000001');
          const { withdrawalId } = await more(connection, 'demo-risk-2');
          await connection.query('set constraints all immediate');
          const { rows } = await connection.query<{ worth: string }>(
            'select trim_scale(worth)::text as worth from operator_decisions where object_id = $1',
            [withdrawalId],
          );
          return `0.5 ETH that count as ${rows[0]!.worth} USDT, again and again up to the signer’s limit of a day`;
        },
        isUndone: true,
      },
      broken,
    ),
  ]);
});
