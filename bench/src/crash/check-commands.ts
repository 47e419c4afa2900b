// Whether the database holds exactly what the clients were told: each acknowledged command once, and no other.
import { isDeepStrictEqual } from 'node:util';
import { isTurnedAway, parseWireId } from '@candor/wire';
import type { ContractOrderMessage, OptionOrderMessage, Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import type { Findings } from './findings.ts';
import type { Answer, Entry, Intent } from './journal.ts';
import { orderIdOf } from './player.ts';
import { readContractIds, readOrders } from './read-orders.ts';
import type { StoredOrder } from './read-orders.ts';
import { units } from '../recompute-option.ts';

interface StoredCommand {
  account_id: Uuid;
  key: string;
  name: string;
  reply: { ok?: unknown; refused?: string; facts?: unknown };
}

const nameOf: Record<Intent['kind'], string> = {
  faucet: 'give-test-money',
  place: 'place-options-order',
  open: 'place-contract',
  close: 'close-contract',
  cancel: 'cancel-contract',
  triggers: 'change-contract-triggers',
  margin: 'add-contract-margin',
};

export async function checkCommands(pool: Pool, entries: readonly Entry[], findings: Findings): Promise<void> {
  const accounts = [...new Set(entries.map((entry) => entry.accountId))];
  const { rows } = await pool.query<StoredCommand>(
    'select account_id, key, name, reply from ledger_commands where account_id = any($1)',
    [accounts],
  );
  const stored = new Map(rows.map((row) => [row.account_id + row.key, row]));
  const orders = new Map((await readOrders(pool, accounts)).map((order) => [order.order_id, order]));
  const acknowledgedOrders = new Set<Uuid>();
  for (const entry of entries) {
    const command = stored.get(entry.accountId + entry.key);
    stored.delete(entry.accountId + entry.key);
    const fault = compare(entry, command);
    if (fault) findings.add(fault, describe(entry));
    const order = orderOf(entry);
    if (!order) continue;
    const orderId = orderIdOf(order)!;
    if (acknowledgedOrders.has(orderId)) findings.add('one order for two keys', describe(entry));
    acknowledgedOrders.add(orderId);
    if (!isAsAgreed(entry, order, orders.get(orderId)))
      findings.add('acknowledged order is missing or differs', describe(entry));
  }
  await checkOpened(pool, { entries, accounts, findings });
  for (const { account_id, key, name } of stored.values()) {
    findings.add('a command under a key that no client used', `${name} ${key} of account ${account_id}`);
  }
  for (const { order_id, account_id, stake } of orders.values()) {
    if (acknowledgedOrders.has(order_id)) continue;
    findings.add('an order that no client knows of', `${order_id} of account ${account_id}, stake ${stake}`);
  }
}

/** Each acknowledged contract is there once, and there is no other. */
async function checkOpened(
  pool: Pool,
  { entries, accounts, findings }: { entries: readonly Entry[]; accounts: readonly Uuid[]; findings: Findings },
): Promise<void> {
  const unknown = new Set(await readContractIds(pool, accounts));
  for (const entry of entries) {
    const contract = entry.intent.kind === 'open' ? contractIdOf(entry) : undefined;
    if (contract && !unknown.delete(contract))
      findings.add('acknowledged contract is missing, or has two keys', describe(entry));
  }
  for (const orderId of unknown) findings.add('a contract that no client knows of', orderId);
}

/** The contract that an accepted request was about. */
export const contractIdOf = ({ intent, answer }: Entry): Uuid | undefined =>
  answer?.ok && intent.kind !== 'faucet' && intent.kind !== 'place'
    ? parseWireId('contract', (answer.data as ContractOrderMessage).trade_id)
    : undefined;

export const orderOf = ({ intent, answer }: Entry): OptionOrderMessage | undefined =>
  intent.kind === 'place' && answer?.ok ? (answer.data as OptionOrderMessage) : undefined;

/** What is wrong with the stored command of an entry; undefined when it is what the client was told. */
function compare({ intent, answer }: Entry, command: StoredCommand | undefined): string | undefined {
  if (!answer) return 'a command that was never answered';
  if (!answer.ok && isTurnedAway(answer.code)) return command && 'said to be not done, and in the database';
  if (!command) return 'acknowledged and not in the database';
  if (command.name !== nameOf[intent.kind]) return 'stored under another name';
  return isSameReply(answer, command.reply, intent.kind) ? undefined : 'stored with another reply';
}

function isSameReply(answer: Answer, reply: StoredCommand['reply'], kind: Intent['kind']): boolean {
  if (!answer.ok) return reply.refused === answer.code && isDeepStrictEqual(reply.facts, answer.facts);
  const placed = (reply.ok ?? {}) as { orderId?: unknown };
  if (kind === 'place') return placed.orderId === orderIdOf(answer.data as OptionOrderMessage);
  if (kind === 'open')
    return placed.orderId === parseWireId('contract', (answer.data as ContractOrderMessage).trade_id);
  return isDeepStrictEqual(reply.ok, answer.data);
}

/** The row has what was asked for and what the reply said. */
function isAsAgreed({ accountId, intent }: Entry, told: OptionOrderMessage, row: StoredOrder | undefined): boolean {
  if (!row || intent.kind !== 'place') return false;
  return (
    row.account_id === accountId &&
    `${row.coin.toLowerCase()}usdt` === intent.symbol &&
    row.side === intent.side &&
    units(row.stake) === units(intent.stake) &&
    row.duration_ms === told.duration_ms &&
    row.received_at === Date.parse(told.received_at) &&
    row.accepted_sequence === told.accepted_sequence
  );
}

const describe = ({ accountId, key, intent, answer }: Entry): string =>
  `${JSON.stringify(intent)} ${key} of account ${accountId}, answered ${brief(answer)}`;

function brief(answer: Answer | undefined): string {
  if (!answer) return 'never';
  if (!answer.ok) return `${answer.code} ${JSON.stringify(answer.facts)}`;
  if ('trade_id' in answer.data) return `contract ${answer.data.trade_id}`;
  return 'option_order_id' in answer.data ? `order ${orderIdOf(answer.data)}` : `balance ${answer.data.balance}`;
}
