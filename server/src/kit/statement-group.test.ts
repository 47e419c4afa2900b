import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectToClone, runAsOwner } from '../../test/support/database.ts';
import type { RawRow } from './columns.ts';
import { openConnection } from './postgres.ts';
import { sendTogether } from './statement-group.ts';

const { url, ownerUrl, connection, end } = await connectToClone((address) => openConnection(address, { name: 'what is wrong here is wanted' })); // oxfmt-ignore
after(end);
before(() =>
  runAsOwner(
    { ownerUrl },
    'create table numbers (number int primary key); grant select, insert on numbers to candor_app',
  ),
);

const read = (rows: readonly RawRow[], command: string) => ({ rows, command });
const count = { name: 'count', text: 'select count(*) as total from numbers', read };
const add = (number: number) => ({
  name: 'add',
  text: 'insert into numbers select $1',
  values: [String(number)],
  read,
});
const divide = { name: 'divide', text: 'select 1 / $1::int as one', values: ['0'], read };
const later = { name: 'later', text: 'select 7 as seven', read };

test('each statement has its own answer, parsed as the connection parses it, and the server is synchronised once', async () => {
  let synchronised = 0;
  const wire = connection.connection as unknown as NodeJS.EventEmitter;
  const onReady = (): void => void synchronised++;
  wire.on('readyForQuery', onReady);
  for (const round of [1, 2]) {
    const text = `select $1::text as text, null::int as number union all select 'more', 2`;
    const pair = { name: 'pair', text, values: [`it's ${round}`], read };
    const [[before, added], none, [last, both]] = await sendTogether(
      connection,
      [count, add(round)],
      [],
      [count, pair],
    );
    assert.deepEqual([before!.rows, last!.rows], [[{ total: round - 1 }], [{ total: round }]]);
    assert.deepEqual([added!.command, none], ['INSERT', []]);
    assert.deepEqual(both!.rows, [{ text: `it's ${round}`, number: null }, { text: 'more', number: 2 }]); // oxfmt-ignore
    assert.equal(synchronised, round);
  }
  wire.off('readyForQuery', onReady);
});

test('after one that fails none is carried out, and the connection goes on', async () => {
  for (const _ of [1, 2]) await assert.rejects(sendTogether(connection, [count, divide], [add(10), later]), /by zero/);
  const [[total, seven]] = await sendTogether(connection, [count, later]);
  assert.deepEqual([total!.rows, seven!.rows], [[{ total: 2 }], [{ seven: 7 }]]);
});

test('one that is not understood takes the others with it, and can be asked rightly afterwards', async () => {
  const wrong = () => sendTogether(connection, [{ name: 'wrong', text: 'select nothing from nowhere', read }]);
  await assert.rejects(wrong(), /nowhere/);
  await assert.rejects(wrong(), /nowhere/);
  const [[right]] = await sendTogether(connection, [{ name: 'wrong', text: 'select 1 as one', read }]);
  assert.deepEqual(right!.rows, [{ one: 1 }]);
});

test('what is sent behind a group is answered behind it', async () => {
  const [[[, first]], three, [[last]]] = await Promise.all([
    sendTogether(connection, [add(20), count]),
    connection.query('select 3 as three'),
    sendTogether(connection, [count]),
  ]);
  const rows = [first!.rows, three.rows, last!.rows];
  assert.deepEqual(rows, [[{ total: 3 }], [{ three: 3 }], [{ total: 3 }]]);
});

test('nothing is sent for no statements', async () => {
  assert.deepEqual(await sendTogether(connection, [], []), [[], []]);
});

test('a connection that dies fails all that waits', async () => {
  const dying = await openConnection(url);
  const sleeping = sendTogether(dying, [{ name: 'sleep', text: 'select pg_sleep(20)', read }, count]);
  const failed = assert.rejects(sleeping);
  const { processID } = dying as unknown as { processID: number };
  await connection.query('select pg_terminate_backend($1)', [processID]);
  await failed;
});

test('a connection that got half a group is given up', async () => {
  const halved = await openConnection(url);
  const ended = new Promise((resolve) => halved.once('end', resolve));
  await assert.rejects(sendTogether(halved, [count, { ...add(0), values: [40 as unknown as string] }]), TypeError);
  await ended;
  await assert.rejects(halved.query(count), /not queryable|terminated|ended/);
});
