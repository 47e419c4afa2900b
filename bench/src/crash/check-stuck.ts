// After recovery: what is overdue must be done soon, or the operators' page must say so. Work that waits without a word is a breach.
import { setTimeout as sleep } from 'node:timers/promises';
import { createConsoleClient, getHealth, tryRole, type AlarmKind } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { need } from '../customer.ts';
import type { Findings } from './findings.ts';

/** Work that a process or a neighbour may leave behind: what is overdue, and the alarms that say so. */
const kindsOfWork: readonly { what: string; overdue: string; alarms: readonly AlarmKind[] }[] = [
  {
    what: 'messages of alerts',
    overdue: `alert_deliveries where due_at < now() - interval '30 seconds'`,
    alarms: ['deliveries-wait', 'job-failing'],
  },
  {
    what: 'notifications',
    overdue: `notification_deliveries where due_at < now() - interval '30 seconds'`,
    alarms: ['deliveries-wait', 'job-failing'],
  },
  {
    what: 'notifications that are not written',
    overdue: `unwritten_notices where due_at < now() - interval '30 seconds'`,
    alarms: ['job-failing'],
  },
  {
    what: 'scheduled commands',
    overdue: `due_work where due_at < now() - interval '30 seconds'`,
    alarms: ['job-failing', 'no-engine', 'gains-due'],
  },
  {
    what: 'commands that failed',
    overdue: 'set_aside_commands where retried_at is null',
    alarms: ['commands-set-aside'],
  },
  {
    what: 'withdrawals in trouble',
    overdue: `withdrawals where ended_at is null and trouble <> ''`,
    alarms: ['payments-stopped'],
  },
  {
    what: 'approved withdrawals',
    overdue: `withdrawals where ended_at is null and state <> 'review' and decided_at < now() - interval '60 seconds'`,
    alarms: ['payments-stopped', 'network-stopped', 'network-waits', 'job-failing'],
  },
  {
    what: 'deposits that are not credited',
    overdue: `deposits where state = 'seen' and seen_at < now() - interval '60 seconds'`,
    alarms: ['network-stopped', 'network-waits', 'job-failing', 'commands-set-aside'],
  },
  {
    what: 'draws',
    overdue: `shop_lists l join shop_periods p using (period_id)
      where p.state = 'closed' and l.round_at < now() - interval '10 minutes'`,
    alarms: ['draws-wait'],
  },
  {
    what: 'networks that do not answer',
    overdue: `chain_networks where state = 'stopped'`,
    alarms: ['network-stopped', 'network-waits'],
  },
];

/** Longer than the pause after a failed try of any of these kinds. */
const doneWithinMs = 90_000;

/** Resolves with the alarms at the end. */
export async function checkStuck(
  pool: Pool,
  { consoleUrl, findings }: { consoleUrl: string; findings: Findings },
): Promise<string[]> {
  const client = createConsoleClient({ baseUrl: consoleUrl, keepsCookies: true });
  need(await client.call(tryRole, { role: 'administrator' }), 'an operator of the demo');
  const readAlarms = async () => need(await client.call(getHealth, {}), 'the page of operators').alarms;
  const deadline = performance.now() + doneWithinMs;
  let [unsaid, alarms] = [await findUnsaid(pool, await readAlarms()), await readAlarms()];
  while (unsaid.length > 0 && performance.now() < deadline) {
    await sleep(1_000);
    alarms = await readAlarms();
    unsaid = await findUnsaid(pool, alarms);
  }
  for (const each of unsaid) findings.add('work is stuck and no alarm says so', each);
  return alarms.map(({ kind, about }) => `${kind} ${about}`.trim());
}

async function findUnsaid(pool: Pool, alarms: readonly { kind: AlarmKind }[]): Promise<string[]> {
  const unsaid: string[] = [];
  for (const work of kindsOfWork) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${work.overdue}`);
    const count = rows[0]!.count;
    if (count > 0 && !alarms.some(({ kind }) => work.alarms.includes(kind))) unsaid.push(`${count} ${work.what}`);
  }
  return unsaid;
}
