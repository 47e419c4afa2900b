import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectToClone } from '../../test/support/database.ts';
import { openConnection } from './postgres.ts';
import { sendTogether } from './statement-group.ts';

const { url, connection, end } = await connectToClone(openConnection);
after(end);
before(() => connection.query('create table numbers (number int primary key)'));

const count = { name: 'count', text: 'select count(*) as total from numbers' };
const add = (number: number) => ({ name: 'add', text: 'insert into numbers select $1', values: [String(number)] });

test('each statement has its own answer, parsed as the connection parses it, and the server is synchronised once', async () => {
  let synchronised = 0;
  const wire = connection.connection as unknown as NodeJS.EventEmitter;
  const onReady = (): void => void synchronised++;
  wire.on('readyForQuery', onReady);
  for (const round of [1, 2]) {
    const [before, added, after, pair] = await Promise.all(
      sendTogether(connection, (group) => [
        group.query(count),
        group.query(add(round)),
        group.query(count),
        group.query({
          name: 'pair',
          text: `select $1::text, null::int union all select 'more', 2`,
          values: [`it's ${round}`],
          rowMode: 'array',
        }),
      ]),
    );
    assert.deepEqual([before!.rows, after!.rows], [[{ total: round - 1 }], [{ total: round }]]);
    assert.equal(added!.command, 'INSERT');
    assert.deepEqual(pair!.rows, [[`it's ${round}`, null], ['more', 2]]); // prettier-ignore
    assert.equal(synchronised, round);
  }
  wire.off('readyForQuery', onReady);
});

test('after one that fails none is carried out, and the connection goes on', async () => {
  const later = { name: 'later', text: 'select 7 as seven' };
  const send = () =>
    sendTogether(connection, (group) => [
      group.query(count),
      group.query({ name: 'divide', text: 'select 1 / $1::int as one', values: ['0'] }),
      group.query(add(10)),
      group.query(later),
    ]);
  for (const _ of [1, 2]) {
    const outcomes = await Promise.allSettled(send());
    assert.deepEqual(outcomes.map(({ status }) => status), ['fulfilled', 'rejected', 'rejected', 'rejected']); // prettier-ignore
    for (const outcome of outcomes.slice(1)) assert.match(String((outcome as PromiseRejectedResult).reason), /by zero/);
  }
  const [total, seven] = await Promise.all(
    sendTogether(connection, (group) => [group.query(count), group.query(later)]),
  );
  assert.deepEqual([total!.rows, seven!.rows], [[{ total: 2 }], [{ seven: 7 }]]);
});

test('one that is not understood takes the others with it, and can be asked rightly afterwards', async () => {
  const wrong = () =>
    sendTogether(connection, (group) => [group.query({ name: 'wrong', text: 'select nothing from nowhere' })]);
  await assert.rejects(wrong()[0]!, /nowhere/);
  await assert.rejects(wrong()[0]!, /nowhere/);
  const [right] = sendTogether(connection, (group) => [group.query({ name: 'wrong', text: 'select 1 as one' })]);
  assert.deepEqual((await right!).rows, [{ one: 1 }]);
});

test('what is sent behind a group is answered behind it', async () => {
  const answers = [
    ...sendTogether(connection, (group) => [group.query(add(20)), group.query(count)]),
    connection.query('select 3 as three'),
    ...sendTogether(connection, (group) => [group.query(count)]),
  ];
  const rows = (await Promise.all(answers)).map((answer) => answer.rows);
  assert.deepEqual(rows, [[], [{ total: 3 }], [{ three: 3 }], [{ total: 3 }]]);
});

test('nothing is sent for an empty group, nor for one whose making throws', async () => {
  assert.deepEqual(sendTogether(connection, () => []), []); // prettier-ignore
  const broken = () =>
    sendTogether(connection, (group) => {
      void group.query(add(30));
      throw new Error('no');
    });
  assert.throws(broken, /no/);
  assert.deepEqual((await connection.query('select count(*) as total from numbers')).rows, [{ total: 3 }]);
});

test('a connection that dies fails all that waits', async () => {
  const dying = await openConnection(url);
  const sleeping = sendTogether(dying, (group) => [
    group.query({ name: 'sleep', text: 'select pg_sleep(20)' }),
    group.query(count),
  ]);
  const outcomes = Promise.allSettled(sleeping);
  const { processID } = dying as unknown as { processID: number };
  await connection.query('select pg_terminate_backend($1)', [processID]);
  assert.deepEqual((await outcomes).map(({ status }) => status), ['rejected', 'rejected']); // prettier-ignore
});

test('a connection that got half a group is given up', async () => {
  const halved = await openConnection(url);
  const ended = new Promise((resolve) => halved.once('end', resolve));
  const halve = () =>
    sendTogether(halved, (group) => [
      group.query(count),
      group.query({ ...add(0), values: [40 as unknown as string] }),
    ]);
  assert.throws(halve, TypeError);
  await ended;
  await assert.rejects(halved.query(count), /not queryable|terminated|ended/);
});
