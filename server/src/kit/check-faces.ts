// What the faces leave out or say differently from wire, by name. Checked at every start and by a test.
import {
  actKinds,
  callName,
  calls as customerCalls,
  consoleCalls,
  houseMovementKinds,
  isCommon,
  mayLeaveRows,
  movementKinds,
  notifyEvents,
  orderNames,
  receiptKinds,
} from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { callerKind, callRows, callsOf, type CallSection, type Product, type WebPart } from './product.ts';

type Faces = readonly Product<never, never>[];

/** Empty when all is there, once. */
export function findFaults(faces: Faces): string[] {
  return [
    ...callFaults(customerCalls, faces.flatMap(({ calls }) => calls)), // oxfmt-ignore
    ...boundFaults(customerCalls),
    ...callFaults(consoleCalls, faces.flatMap((each) => each.consoleCalls)), // oxfmt-ignore
    ...inOneFace('the movement', movementKinds, faces, ({ movements }) => Object.keys(movements.objectOfMovement)), // oxfmt-ignore
    ...inOneFace('the way of', [...movementKinds, ...houseMovementKinds], faces, ({ ways }) => Object.keys(ways)), // oxfmt-ignore
    ...inOneFace('what explains', explainedKinds, faces, ({ explains }) => Object.keys(explains)),
    ...faces.flatMap(explanationFaults),
    ...inOneFace('the event', notifyEvents.map(({ action }) => action), faces, ({ events }) => events.map(({ action }) => action)), // oxfmt-ignore
    ...inOneFace('the act', actKinds, faces, ({ acts }) => acts.map(({ kind }) => kind)),
    ...inOneFace('the receipt', receiptKinds, faces, ({ receipts }) => receipts),
    ...inOneFace('the name of orders', orderNames, faces, ({ orders }) => orders.map(({ kind }) => kind)),
    ...faces.flatMap(commandFaults),
    ...faces.flatMap(receiptFaults),
    ...faces.flatMap(promiseFaults),
    ...faces.flatMap(untoldFaults),
    ...repeatedNames(faces),
  ];
}

/** What one slice of the house gives another is a movement by itself: a rule of the ledger says how it looks. */
const explainedByItself: readonly string[] = ['house-gathered'];
/** Rules of the ledger and of the demo compare these with the acts of operators and with the days of the faucet, both ways. */
export const comparedWithActs: readonly string[] = ['capital-paid-in', 'capital-paid-out', 'test-money'];
const explainedKinds = [...movementKinds, ...houseMovementKinds].filter(
  (kind) => !explainedByItself.includes(kind) && !comparedWithActs.includes(kind),
);

/** What takes back is explained with the other kind, by rows of the same product. */
const explanationFaults = ({ name, explains }: Faces[number]): string[] =>
  Object.entries(explains).flatMap(([kind, each]) => {
    if (!('takesBack' in each)) return [];
    const other = explains[each.takesBack];
    return other && 'rows' in other && other.isInParts
      ? []
      : [`${kind} takes back ${each.takesBack}, of which ${name} explains no sum`];
  });

/** Events of which customers are told nothing, and nobody says why. */
export const findUnnoticed = (faces: Faces): string[] =>
  faces.flatMap(({ events, unnoticed }) =>
    events
      .map(({ action }) => action)
      .filter(
        (action) =>
          unnoticed[action] === undefined &&
          !faces.some(({ notices }) => notices.some(({ tells }) => tells.includes(action))),
      )
      .map(
        (action) => `of the event ${action} customers are told nothing: it needs a notice, or a reason in unnoticed`,
      ),
  );

/** Rows that cost nothing and that nothing bounds fill the database. */
export const boundFaults = (calls: readonly (Action | Endpoint)[]): string[] =>
  calls
    .filter((call) => mayLeaveRows(call) && call.leaves === undefined)
    .map((call) => `${callName(call)} may leave rows, and nothing says what bounds them: it needs leaves`);

/** The matrix of who may make which call stands in wire and in the faces: a slip in one of them must open nothing. */
function callFaults(wireCalls: readonly (Action | Endpoint)[], sections: readonly CallSection[]): string[] {
  const rows = callRows(sections);
  const missing = wireCalls.flatMap((call) =>
    rows.some((row) => row.call === call) ? [] : [`${callName(call)} is in no face, so nobody knows who may call it`],
  );
  const wrong = rows.flatMap(({ call, who }) => [
    ...(callerKind(call.who) === who
      ? []
      : [`${callName(call)} is for ${who} in its face and for ${callerKind(call.who)} in wire`]),
    ...(wireCalls.includes(call) ? [] : [`${callName(call)} is in a face and not in wire`]),
  ]);
  return [...missing, ...wrong, ...repeated('call', rows.map(({ call }) => callName(call)))]; // oxfmt-ignore
}

/** Who moves money says what must hold of it, and its calls say what its commands may refuse with. */
function commandFaults({ name, calls, consoleCalls, acts, commands, plays, invariants }: Faces[number]): string[] {
  const played = new Set(plays.flatMap((each) => each.commands));
  const unplayed = commands
    .filter((command) => !played.has(command))
    .map((command) => `${command.name} is led to by no play of ${name}`);
  const documented = new Set([...callsOf([...calls, ...consoleCalls]), ...acts].flatMap(({ refusals }) => refusals));
  const unsaid = commands.flatMap((command) =>
    command.refusals
      .filter((code) => !isCommon(code) && !documented.has(code))
      .map((code) => `${command.name} may refuse with ${code}, which no call of ${name} documents`),
  );
  const unchecked = commands.length > 0 && invariants.length === 0;
  return [...(unchecked ? [`${name} moves money and has no invariant`] : []), ...unsaid, ...unplayed];
}

/** A receipt is of an order, which the public log takes in. */
const receiptFaults = ({ name, receipts, orders }: Faces[number]): string[] =>
  receipts
    .filter((receipt) => !orders.some(({ kind }) => kind === receipt))
    .map((receipt) => `${name} proves the end of orders called ${receipt} and has none`);

/** Of a product as it is bound: it issues what its face names and nothing else, which would take the place of another product's issuer. */
export function findIssuerFaults({ name, receipts }: Faces[number], part: Pick<WebPart, 'receipts'>): string[] {
  const issued = Object.keys(part.receipts ?? {});
  const named: readonly string[] = receipts;
  return [
    ...named.filter((kind) => !issued.includes(kind)).map((kind) => `${name} names the receipt ${kind} and issues none`),
    ...issued.filter((kind) => !named.includes(kind)).map((kind) => `${name} issues the receipt ${kind} and its face does not name it`),
  ]; // oxfmt-ignore
}

/** Money of an order stands in a bucket that somebody claims, and what is left for a time is done by an engine. */
const promiseFaults = ({ name, orders, claims, dueKinds, engine }: Faces[number]): string[] => [
  ...(claims.customers || claims.house ? [] : orders).map(({ kind }) => `${name} takes orders called ${kind} and claims nothing for them`), // oxfmt-ignore
  ...(engine ? [] : dueKinds).map((kind) => `${name} leaves ${kind} for a time and has no engine that does it`),
];

/** Sockets are the web's: what an engine decides comes to them over the bus of both. */
const untoldFaults = ({ name, events, commands, engine, bridged }: Faces[number]): string[] =>
  engine && commands.length > 0 && events.length > 0 && bridged.fromEngine.length === 0
    ? [`${name} has an engine and events, and bridges nothing from it`]
    : [];

/** What wire declares is one product's, and no product has what wire doesn't declare. */
function inOneFace(
  what: string,
  declared: readonly string[],
  faces: Faces,
  namesOf: (face: Faces[number]) => readonly string[],
): string[] {
  const named = faces.flatMap(namesOf);
  return [...new Set([...declared, ...named])].flatMap((name) => {
    const count = named.filter((each) => each === name).length;
    if (!declared.includes(name)) return [`${what} ${name} stands in a face and not in wire`];
    return count === 1 ? [] : [`${what} ${name} stands in ${count} faces`];
  });
}

const repeatedNames = (faces: Faces): string[] => [
  ...repeated('product', faces.map(({ name }) => name)),
  ...repeated('table', faces.flatMap(({ tables }) => tables.map(({ name }) => name))),
  ...repeated('kind of orders', faces.flatMap(({ orders }) => orders.map(({ kind }) => kind))),
  ...repeated('entry of the public log', faces.flatMap(({ logged }) => logged.map(({ kind }) => kind))),
  ...repeated('setting', faces.flatMap(({ settings }) => settings.map(({ name }) => name))),
  ...repeated('kind of due work', faces.flatMap(({ dueKinds }) => dueKinds)),
  ...repeated('command', faces.flatMap(({ commands }) => commands.map(({ name }) => name))),
  ...repeated('invariant', faces.flatMap(({ invariants }) => invariants.map(({ name }) => name))),
]; // oxfmt-ignore

const repeated = (what: string, names: readonly string[]): string[] =>
  names.filter((name, place) => names.indexOf(name) < place).map((name) => `${what} ${name} is there twice`);
