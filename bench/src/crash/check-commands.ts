// Whether the database holds exactly what the clients were told: each acknowledged command once, and no other.
import { isDeepStrictEqual } from 'node:util';
import { instant, isTurnedAway, isUuid, optionSides, parseWireId, submitOptionsOrder } from '@candor/wire';
import type { OptionOrderMessage, Uuid } from '@candor/wire';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { leavesOf } from '../leaves-of.ts';
import { units } from '../recompute-option.ts';
import type { Findings } from './findings.ts';
import { acceptedBy } from './journal.ts';
import type { Answer, Entry } from './journal.ts';
import { isDoneByItself, playedCall } from '../playable.ts';
import { readOrders } from './read-orders.ts';
import type { StoredOrder } from './read-orders.ts';
import { idsIn, readHeldOrders, toldBy } from './told-orders.ts';
import type { HeldOrder } from './told-orders.ts';

interface StoredCommand {
  account_id: Uuid;
  key: string;
  name: string;
  reply: { ok?: unknown; refused?: string; facts?: unknown };
}

export async function checkCommands(pool: Pool, entries: readonly Entry[], findings: Findings): Promise<void> {
  const accounts = [...new Set(entries.map((entry) => entry.accountId))];
  const { rows } = await pool.query<StoredCommand>(
    'select account_id, key, name, reply from ledger_commands where account_id = any($1)',
    [[...new Set([...accounts, ...entries.map(ownerOf)])]],
  );
  const stored = new Map(rows.map((row) => [row.account_id + row.key, row]));
  for (const entry of entries) {
    const place = ownerOf(entry) + entry.key;
    const command = stored.get(place);
    stored.delete(place);
    const fault = compare(entry, command);
    if (fault) findings.add(fault, `${describe(entry)}, stored ${JSON.stringify(command?.reply)}`);
  }
  for (const { account_id, key, name } of stored.values()) {
    if (isDoneByItself(name)) continue;
    findings.add('a command under a key that no client used', `${name} ${key} of account ${account_id}`);
  }
  checkHeld(await readHeldOrders(pool, accounts), entries, findings);
  const options = new Map((await readOrders(pool, accounts)).map((order) => [order.order_id, order]));
  for (const entry of entries) {
    if (!isOptionAsAgreed(entry, options)) findings.add('acknowledged order is missing or differs', describe(entry));
  }
}

/** Whose command it leads to. */
const ownerOf = ({ accountId, intent }: Entry): Uuid => playedCall(intent.call).accountOf(accountId);

/** Each order that was told of is there, is of one key, and there is no other. */
function checkHeld(held: ReadonlyMap<Uuid, HeldOrder>, entries: readonly Entry[], findings: Findings): void {
  const made = new Set<Uuid>();
  for (const entry of entries) {
    const told = toldBy(entry);
    for (const id of told.made) {
      if (made.has(id)) findings.add('one order for two keys', describe(entry));
      made.add(id);
    }
    for (const id of [...told.made, ...told.named]) {
      if (held.get(id)?.accountId === entry.accountId) continue;
      findings.add('acknowledged order is missing or differs', describe(entry));
    }
  }
  for (const { id, accountId, table } of held.values()) {
    if (!made.has(id)) findings.add('an order that no client knows of', `${id} of ${table} of account ${accountId}`);
  }
}

/** What is wrong with the stored command of an entry; undefined when it is what the client was told. */
function compare({ intent, answer }: Entry, command: StoredCommand | undefined): string | undefined {
  const { commands, isDoneOnce } = playedCall(intent.call);
  if (!answer) return 'a command that was never answered';
  if (!isDoneOnce) return command && 'only asked, and in the database';
  if (!answer.ok && isTurnedAway(answer.code)) return command && 'said to be not done, and in the database';
  // What was refused before it came to the ledger left nothing.
  if (!command) return 'acknowledged and not in the database';
  if (!commands.has(command.name)) return 'stored under another name';
  return isSameReply(answer, command.reply) ? undefined : 'stored with another reply';
}

/** Customers are told what is stored, or more of it: then every id, instant and word that is stored is in what they were told. */
function isSameReply(answer: Answer, reply: StoredCommand['reply']): boolean {
  if (!answer.ok) return reply.refused === answer.code && isDeepStrictEqual(reply.facts, answer.facts);
  if (isDeepStrictEqual(reply.ok, answer.data)) return true;
  const words = leavesOf(answer.data);
  const instants = words.filter((word) => instant.safeParse(word).success).map((word) => String(Date.parse(word)));
  const told = new Set([...words, ...instants, ...idsIn(answer.data)]);
  return leavesOf(reply.ok).every((leaf) => told.has(leaf)) && leavesOf(reply.ok).some(isUuid);
}

/** The row has what was asked for and what the reply said. */
function isOptionAsAgreed(entry: Entry, options: ReadonlyMap<Uuid, StoredOrder>): boolean {
  const placed = acceptedBy(entry, submitOptionsOrder);
  if (!placed) return true;
  const { asked, told } = placed;
  const row = options.get(optionIdOf(told)!);
  return (
    row?.account_id === entry.accountId &&
    `${row.coin.toLowerCase()}usdt` === asked.pair_type &&
    optionSides[row.side] === asked.trade_transaction_type &&
    units(row.stake) === units(asked.trade_num) &&
    row.duration_ms === told.duration_ms &&
    row.received_at === Date.parse(told.received_at) &&
    row.accepted_sequence === told.accepted_sequence
  );
}

export const optionIdOf = (order: OptionOrderMessage): Uuid | undefined => parseWireId('option', order.option_order_id);

const describe = ({ accountId, key, intent, answer }: Entry): string =>
  `${intent.call} ${JSON.stringify(intent.payload)} ${key} of account ${accountId}, answered ${brief(answer)}`;

function brief(answer: Answer | undefined): string {
  if (!answer) return 'never';
  if (!answer.ok) return `${answer.code} ${JSON.stringify(answer.facts)}`;
  return JSON.stringify(answer.data).slice(0, 400);
}
