import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  auditActs,
  calls as customerCalls,
  consoleCalls,
  failureReasons,
  getOptionsHistory,
  mayLeaveRows,
  noticeKindNames,
  queryOptionsOrderList,
  queryOptionsSummary,
  submitOptionsOrder,
  withdrawalTroubles,
} from '@candor/wire';
import { signerRefusals } from '../../chain/src/payments/signer-rules.ts';
import { identityNotices } from './identity/notices.ts';
import { boundFaults, findFaults, findUnnoticed } from './kit/check-faces.ts';
import { findWordFaults } from './kit/notice.ts';
import { noticeSources, products } from './products.ts';

type Face = (typeof products)[number];
const withOptions = (change: (face: Face) => Partial<Face>): readonly Face[] =>
  products.map((face) => (face.name === 'options' ? { ...face, ...change(face) } : face));
const inSections = (change: object): readonly Face[] =>
  withOptions(({ calls: [section] }) => ({ calls: [{ ...section!, ...change }] }));

test('the faces leave nothing out and say nothing twice', () => {
  assert.deepEqual(findFaults(products), []);
});

test('a call by which a customer may leave rows says what bounds them, and one that says nothing is named', () => {
  const writing = customerCalls.filter(mayLeaveRows);
  assert.ok(writing.length >= 80, String(writing.length));
  assert.deepEqual(boundFaults(customerCalls), []);
  const { leaves: _, ...silent } = submitOptionsOrder;
  assert.deepEqual(boundFaults([silent]), ['POST /api/options/submit may leave rows, and nothing says what bounds them: it needs leaves']); // oxfmt-ignore
  assert.deepEqual(boundFaults([{ ...silent, method: 'GET' }]), [], 'what is only read leaves none');
});

test('customers are told of every event that sockets hear, or there is a reason why not, and in every language', () => {
  assert.deepEqual(findUnnoticed(products), []);
  assert.deepEqual(findWordFaults(noticeSources), []);
  const kinds = noticeSources.flatMap(({ kinds: of }) => Object.keys(of));
  const says = noticeSources.flatMap(({ kinds: of }) => Object.values(of).flatMap((kind) => kind.says));
  assert.deepEqual([kinds.length, says.length], [new Set(kinds).size, new Set(says).size]);
});

/** What the log is told of, where it is told so: beside `act`, or as the first text that goes to what appends it. */
function auditActsIn(text: string): string[] {
  const named = [...text.matchAll(/\bact: ([^,}]*)|\baudit_append\(([^;]*);/g)].map(([whole]) => whole).join(' ');
  const handed = [...text.matchAll(/\b(?:note|decided|done)\([^']{0,160}'[^']*'/g)].map(([whole]) => whole).join(' ');
  return [...`${named} ${handed}`.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, act]) => act!);
}

test('the names by which operators are told things stand in lists of wire, for which the console has words', () => {
  const kinds = noticeSources.flatMap(({ kinds: of }) => Object.keys(of));
  assert.deepEqual(kinds.toSorted(), [...noticeKindNames]);
  const server = join(import.meta.dirname, '..');
  const read = (pattern: string): string[] =>
    globSync(pattern, { cwd: server }).filter((path) => !path.endsWith('.test.ts')).map((path) => readFileSync(join(server, path), 'utf8')); // oxfmt-ignore
  const paying = read('src/withdrawals/*.ts').join('\n');
  const [signers, own] = [true, false].map((is) =>
    withdrawalTroubles.filter((name) => name.startsWith('signer-') === is),
  );
  assert.deepEqual(signers, ['malformed', ...signerRefusals].map((refusal) => `signer-${refusal}`).toSorted());
  assert.deepEqual(
    own!.filter((name) => !paying.includes(`'${name}'`)),
    [],
  );
  assert.deepEqual([...withdrawalTroubles], withdrawalTroubles.toSorted());
  const appending = read('src/**/*.ts').filter((text) => /audit-log\.ts'|\bnote\b.* from '\.\/review\.ts'/.test(text));
  const told = [...appending, ...read('migrations/*.sql')].flatMap(auditActsIn);
  const looks = consoleCalls.flatMap(({ looksAt }) => looksAt ?? []);
  const acts = new Set<string>([...told, ...looks]);
  assert.ok(acts.size >= 70, String(acts.size));
  assert.deepEqual([...acts].filter((act) => !(auditActs as readonly string[]).includes(act)), []); // oxfmt-ignore
});

test('why a document failed is said away from the app as in it', () => {
  for (const [language, said] of Object.entries(identityNotices.words)) {
    const file = new URL(`../../web/src/text/${language}/identity.json`, import.meta.url);
    const inApp = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const reason of failureReasons) assert.equal(said[`reason_${reason}`], inApp[`reason_${reason}`], language);
  }
});

test('an event without a notice, and a notice without words, are named', () => {
  assert.deepEqual(findUnnoticed(withOptions(() => ({ notices: [] }))), [
    'of the event option customers are told nothing: it needs a notice, or a reason in unnoticed',
  ]);
  const [source] = products.find(({ name }) => name === 'options')!.notices;
  const ja = Object.fromEntries(Object.entries(source!.words.ja).filter(([key]) => key !== 'option-won.title'));
  assert.deepEqual(findWordFaults([{ ...source!, words: { ...source!.words, ja } }]), [
    'option-won.title is not said in ja',
    'option-won.title has other facts in ja than in en',
  ]);
});

test('what a face leaves out or says otherwise is named', () => {
  const order = 'POST /api/options/submit';
  const reads = [queryOptionsOrderList, queryOptionsSummary, getOptionsHistory];
  assert.deepEqual(findFaults(inSections({ self: [submitOptionsOrder, ...reads.slice(1)] })), [
    'queryOptionsOrderList is in no face, so nobody knows who may call it',
  ]);
  assert.deepEqual(findFaults(inSections({ self: reads, operator: [submitOptionsOrder] })), [
    `${order} is for operator in its face and for self in wire`,
  ]);
  assert.deepEqual(findFaults(withOptions(() => ({ receipts: [] }))), ['the receipt option stands in 0 faces']);
  assert.deepEqual(findFaults(withOptions(() => ({ invariants: [] }))), ['options moves money and has no invariant']);
  assert.deepEqual(findFaults(withOptions(({ explains: { 'option-won': _, ...explains } }) => ({ explains }))), [
    'what explains option-won stands in 0 faces',
  ]);
  const back = { takesBack: 'option-placed' } as const;
  assert.deepEqual(
    findFaults(withOptions(({ explains }) => ({ explains: { ...explains, 'option-returned': back } }))),
    ['option-returned takes back option-placed, of which options explains no sum'],
  );
  assert.deepEqual(findFaults(withOptions(() => ({ events: [], movements: { objectOfMovement: {} } }))), [
    'the movement option-placed stands in 0 faces',
    'the movement option-returned stands in 0 faces',
    'the movement option-won stands in 0 faces',
    'the movement option-lost stands in 0 faces',
    'the event option stands in 0 faces',
  ]);
  const wild = withOptions(({ commands: [place] }) => ({ commands: [{ ...place!, refusals: ['faucet-limit'] }] }));
  assert.deepEqual(findFaults(wild), [
    'place-options-order may refuse with faucet-limit, which no call of options documents',
    'place-options-order is led to by no play of options',
  ]);
  assert.deepEqual(findFaults(withOptions(() => ({ orders: [], receipts: [] }))), [
    'the receipt option stands in 0 faces',
    'the name of orders option stands in 0 faces',
  ]);
  assert.deepEqual(findFaults(withOptions(() => ({ claims: {} }))), [
    'options takes orders called option and claims nothing for them',
  ]);
  assert.deepEqual(findFaults(withOptions(() => ({ dueKinds: ['option-end'], engine: undefined }))), [
    'options leaves option-end for a time and has no engine that does it',
  ]);
  assert.deepEqual(findFaults(withOptions(({ bridged }) => ({ bridged: { ...bridged, fromEngine: [] } }))), [
    'options has an engine and events, and bridges nothing from it',
  ]);
  const twice = withOptions(({ commands }) => ({ commands: [...commands, commands[0]!] }));
  assert.deepEqual(findFaults(twice), ['command place-options-order is there twice']);
});
