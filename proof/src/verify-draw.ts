// Recomputes a draw from its document: the list, its place in the public log before the round, the round's signature, and the winners.
import { drawDocument, parseWireId, type DrawDocument } from '@candor/wire';
import { hexToBytes } from '@noble/hashes/utils.js';
import { isRoundSigned, quicknet } from './beacon.ts';
import { check, conclude, differs, note, type Check, type Verification } from './checks.ts';
import { drawWinners, randomnessOf, rootOfTickets, roundFrom, timeOfRound } from './decide-draw.ts';
import { isCheckpointOf, readCheckpoint } from './log-checkpoint.ts';
import { readLogEntry, type LogEntry } from './log-entry.ts';
import { hashOfLeaf, isIncluded } from './merkle-tree.ts';

/** In the order in which they are made. */
export const drawCheckNames = ['form', 'terms', 'list', 'log', 'round', 'beacon', 'signature', 'winners', 'key'] as const; // oxfmt-ignore
export type DrawCheckName = (typeof drawCheckNames)[number];

/** `trustedKey`: of the platform, hex; without it nobody says whose log it is. */
export function verifyDraw(
  value: unknown,
  { trustedKey }: { trustedKey?: string | undefined } = {},
): Verification<DrawCheckName> {
  const parsed = drawDocument.safeParse(value);
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, 8).map(({ path, message }) => `${path.join('.')}: ${message}`);
    return conclude([check('form', faults, '')]);
  }
  const draw = parsed.data;
  const entry = readLogEntry(draw.log.leaf);
  return conclude([
    check('form', [], `a draw of version ${draw.version}`),
    checkTerms(draw, entry),
    checkList(draw),
    checkLog(draw, entry),
    checkRound(draw, entry),
    checkBeacon(draw),
    ...checkOutcome(draw),
    checkKey(draw, trustedKey),
  ]);
}

/** What was agreed stands in the log, from before anybody could know the round. */
function checkTerms({ period, beacon }: DrawDocument, entry: LogEntry | undefined): Check<DrawCheckName> {
  const { periods_id: id, ...terms } = period;
  const agreed: Record<string, unknown> = {
    ...terms,
    ...withPrefix('beacon_', { ...beacon, key: beacon.public_key, public_key: undefined }),
  };
  const told = entry?.body['terms'];
  const logged = typeof told === 'object' && told !== null ? (told as Record<string, unknown>) : {};
  const names = [...new Set([...Object.keys(agreed), ...Object.keys(logged)])];
  const faults = names.flatMap((name) => differs(name, agreed[name], logged[name]));
  if (parseWireId('period', id) !== entry?.body['period_id']) faults.push(`${id} is not the period of the log`);
  return check('terms', faults, `${terms.winners} of ${terms.tickets} tickets at ${terms.price} USDT, as the log says`);
}

const withPrefix = (prefix: string, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [`${prefix}${name}`, value]),
  );

function checkList({ list, root, period }: DrawDocument): Check<DrawCheckName> {
  const faults = differs('root', root, rootOfTickets(list));
  if (new Set(list).size !== list.length) faults.push('a ticket is in the list twice');
  if (list.some((id) => parseWireId('ticket', id) === undefined)) faults.push('something in the list is no ticket');
  if (list.length > period.tickets || list.length < period.tickets_min)
    faults.push(`${list.length} tickets, where ${period.tickets_min} to ${period.tickets} were agreed`);
  return check('list', faults, `${list.length} tickets, root ${root}`);
}

function checkLog(
  { log, list, root, round, closed_ms: closedMs }: DrawDocument,
  entry: LogEntry | undefined,
): Check<DrawCheckName> {
  if (!entry) return check('log', ['its entry is no entry of a log'], '');
  const { body } = entry;
  const faults = [
    ...differs('log.seq', log.seq, entry.seq),
    ...differs('kind', entry.kind, 'draw-list'),
    ...differs('root', root, body['root']),
    ...differs('round', round, body['round']),
    ...differs('size', list.length, body['size']),
    ...differs('closed_ms', closedMs, body['closed_ms']),
  ];
  if (log.checkpoint === null) return faults.length > 0 ? check('log', faults, '') : note('log', 'no checkpoint yet');
  const head = readCheckpoint(log.checkpoint);
  const proof = log.proof.map((hash) => hexToBytes(hash));
  if (
    !head ||
    !isIncluded(hashOfLeaf(log.leaf), { index: log.seq, size: head.size, root: hexToBytes(head.root) }, proof)
  )
    faults.push('the checkpoint does not have this entry');
  return check('log', faults, `entry ${log.seq}, of ${new Date(entry.at_ms).toISOString()}`);
}

/** It follows from the closing, and the list was public before it. */
function checkRound(
  { round, closed_ms: closedMs, period, beacon }: DrawDocument,
  entry: LogEntry | undefined,
): Check<DrawCheckName> {
  const at = timeOfRound(round, beacon);
  const faults = differs('round', round, roundFrom(closedMs + period.draw_delay_ms, beacon));
  if (entry && entry.at_ms >= at) faults.push(`the list was published ${entry.at_ms - at} ms after the round`);
  if (entry && entry.at_ms < closedMs - clockMaxMs) faults.push('the list was published before the closing');
  return check('round', faults, `round ${round}, published at ${new Date(at).toISOString()}`);
}

/** How far the clocks of the server and of its database may lie apart. */
const clockMaxMs = 5_000;

/** What calls itself quicknet has its key and times. */
function checkBeacon({ beacon }: DrawDocument): Check<DrawCheckName> {
  if (beacon.is_demo) return check('beacon', [], `${beacon.name}: a demo's own, which proves nothing about chance`);
  const { name, public_key: key, genesis_ms: genesis, period_ms: period } = quicknet;
  const faults = [
    ...differs('beacon.name', beacon.name, name),
    ...differs('beacon.public_key', beacon.public_key, key),
    ...differs('beacon.genesis_ms', beacon.genesis_ms, genesis),
    ...differs('beacon.period_ms', beacon.period_ms, period),
  ];
  return check('beacon', faults, name);
}

function checkOutcome({ beacon, round, signature, winners, list, root, period }: DrawDocument): Check<DrawCheckName>[] {
  if (signature === null) {
    const early = winners === null ? [] : ['winners are named before the round'];
    return [note('signature', 'the round is not known yet'), early.length > 0 ? check('winners', early, '') : note('winners', 'nothing is drawn yet')]; // oxfmt-ignore
  }
  const isSigned = isRoundSigned(beacon.public_key, { round, signature });
  if (!isSigned) return [check('signature', [`it does not sign round ${round}`], ''), check('winners', ['nothing can be drawn from it'], '')]; // oxfmt-ignore
  const randomness = randomnessOf(signature);
  const drawn = drawWinners({
    periodId: period.periods_id,
    root,
    randomness,
    size: list.length,
    winners: period.winners,
  });
  return [
    check('signature', [], `randomness ${randomness}`),
    check('winners', differs('winners', winners?.join(','), drawn.join(',')), drawn.join(', ')),
  ];
}

function checkKey({ log }: DrawDocument, trustedKey: string | undefined): Check<DrawCheckName> {
  if (trustedKey === undefined || log.checkpoint === null) return note('key', 'whose log it is, nobody said');
  const head = readCheckpoint(log.checkpoint);
  const isSigned = head !== undefined && isCheckpointOf(trustedKey, head);
  return check('key', isSigned ? [] : ['the checkpoint is not signed with the key'], trustedKey);
}
