// Everything wrong that can be sent: each gets a coded refusal, nothing fails inside, and nothing has changed afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  actions,
  endpoints,
  getReceipt,
  isRefusalCode,
  listSessions,
  queryLogin,
  register,
  revokeSessions,
  sendEmailCode,
  submitOptionsOrder,
  takeTestMoney,
} from '@candor/wire';
import { standardCost } from '../src/kit/passwords/passwords.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';
import { sendRaw } from './support/send-raw.ts';
import type { RawReply } from './support/send-raw.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
let person: Person;
before(async () => {
  app = await openRunningApp({ passwordCost: standardCost });
  person = await app.person('1000');
});
after(() => app.close());

/** What the ledger and the orders amount to; refusals that are kept for their key are no change. */
async function wealth(): Promise<unknown> {
  const { rows } = await app.pool.query(
    `select (select count(*) from ledger_moves) as moves, (select sum(amount)::text from ledger_moves) as moved,
       (select jsonb_agg(to_jsonb(b) order by account_id, coin) from ledger_balances b) as balances,
       (select jsonb_agg(to_jsonb(h) order by bucket, coin, book, slice) from ledger_house h) as house,
       (select count(*) from ledger_commands where reply -> 'ok' is not null) as done, (select count(*) from option_orders) as orders,
       (select count(*) from accounts) as accounts, (select sum(given)::text from demo_faucet_days) as given`,
  );
  return rows[0];
}

/** Runs what must change nothing, then looks whether it did. */
async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = await wealth();
  await work();
  assert.deepEqual(await wealth(), before);
  await app.audit();
}

/** A refusal of the catalogue with the status that goes with it; the code. */
function codeOf({ status, body }: RawReply, what: string): string {
  assert.ok(status < 500 || status === 503, `${what}: HTTP ${status} ${body.slice(0, 200)}`);
  const document = JSON.parse(body) as { code?: string; status?: number; ACTION_RETURN_CODE?: string };
  assert.ok(document.code !== undefined && isRefusalCode(document.code), `${what}: ${body.slice(0, 200)}`);
  assert.notEqual(document.status, 1, what);
  assert.notEqual(document.ACTION_RETURN_CODE, '000000', what);
  return document.code;
}

const json = (path: string, body: unknown): Promise<RawReply> =>
  sendRaw(app.url, {
    path,
    type: 'application/json',
    cookie: person.client.cookies(),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const get = (path: string): Promise<RawReply> =>
  sendRaw(app.url, { method: 'GET', path, type: '', cookie: person.client.cookies(), body: '' });
const form = (path: string, body: string): Promise<RawReply> =>
  sendRaw(app.url, { path, type: 'application/x-www-form-urlencoded', cookie: person.client.cookies(), body });

const badAmounts: unknown[] = [
  '', ' ', '-10', '+10', '-0', '1e1', '1E1', '1e400', '0x10', '0b1', '1_000', '10,5', '10.', '.5', '010', ' 10', '10 ', '10\n',
  'NaN', 'Infinity', '-Infinity', 'null', 'ten', '１０', '١٠', '10.00001', '10.000000000000000001', `10.${'0'.repeat(18)}1`,
  '9'.repeat(20), '9'.repeat(21), '9'.repeat(40), '9'.repeat(5_000), '100000000000000000000', '0', '0.0000', '10..5', '1.2.3',
  '10;drop', "10'", '10$', '$10', '10USDT', '10%', '½', '1\u00a00',
  10, 10.5, -1, 0, 1e308, true, false, null, [], ['10'], [10], {}, { amount: '10' }, [[]],
]; // oxfmt-ignore

const orderOf = <Amount>(trade_num: Amount) => ({
  pair_type: 'btcusdt',
  trade_user_id: person.user.account_id,
  trade_num,
  option_config_id: '1',
  trade_transaction_type: 1,
});

test('amounts of every wrong form are refused, as JSON and as a form', longRun('hundreds of forms at every call'), () =>
  changesNothing(async () => {
    for (const amount of badAmounts) {
      const what = JSON.stringify(amount)?.slice(0, 60) ?? 'undefined';
      codeOf(await json(submitOptionsOrder.path, orderOf(amount)), what);
      codeOf(await json(takeTestMoney.path, { coin: 'USDT', amount }), what);
      if (typeof amount !== 'string') continue;
      const fields = new URLSearchParams({ ...orderOf(amount), trade_transaction_type: '1' } as Record<string, string>);
      codeOf(await form(submitOptionsOrder.path, fields.toString()), what);
      codeOf(await form(takeTestMoney.path, new URLSearchParams({ coin: 'USDT', amount }).toString()), what);
    }
    const lists = ['trade_num=10&trade_num=20', 'trade_num[]=10', 'trade_num[0]=10', 'trade_num.x=10', 'trade_num'];
    const others = new URLSearchParams({
      pair_type: 'btcusdt',
      trade_user_id: person.user.account_id,
      option_config_id: '1',
      trade_transaction_type: '1',
    });
    for (const list of lists) codeOf(await form(submitOptionsOrder.path, `${others.toString()}&${list}`), list);
  }),
);

test('an order is refused for a wrong coin, term, side, unknown field or missing one, each with its own code', () =>
  changesNothing(async () => {
    const good = orderOf('10');
    const cases: [change: Record<string, unknown>, code: string][] = [
      [{ pair_type: 'btceur' }, 'unknown-coin'],
      [{ pair_type: '__proto__' }, 'unknown-coin'],
      [{ pair_type: ['btcusdt'] }, 'malformed'],
      [{ option_config_id: '99' }, 'options-config-unknown'],
      [{ option_config_id: 'constructor' }, 'options-config-unknown'],
      [{ trade_transaction_type: 3 }, 'malformed'],
      [{ trade_transaction_type: 1.5 }, 'malformed'],
      [{ trade_num: '9.9999' }, 'stake-out-of-range'],
      [{ trade_num: '5000.0001' }, 'stake-out-of-range'],
      [{ trade_num: '1000.0001' }, 'insufficient-balance'],
      [{ trade_num: '10.00001' }, 'too-many-decimals'],
      [{ trade_num: '1e1' }, 'amount-malformed'],
      [{ price: '1' }, 'malformed'],
      [{ trade_user_id: undefined }, 'malformed'],
    ];
    for (const [change, code] of cases) {
      const what = JSON.stringify(change);
      assert.equal(codeOf(await json(submitOptionsOrder.path, { ...good, ...change }), what), code, what);
    }
    assert.equal(codeOf(await json(takeTestMoney.path, { coin: 'EUR', amount: '1' }), 'EUR'), 'unknown-coin');
    assert.equal(
      codeOf(await json(takeTestMoney.path, { coin: 'USDT', amount: '9000.0001' }), 'too much'),
      'faucet-limit',
    );
  }));

test('bodies that are no body: broken JSON, lists, strange types and encodings, 10 MB', () =>
  changesNothing(async () => {
    for (const body of [
      '',
      '{',
      '[]',
      '"text"',
      'null',
      '1',
      '{"a":1,"a":2}',
      '{"__proto__":{}}',
      '['.repeat(9_000),
      '{"coin":"\\ud800"}',
      '\0',
    ]) {
      codeOf(await json(takeTestMoney.path, body), body.slice(0, 40));
      codeOf(await json('/api/action', body), body.slice(0, 40));
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      '',
    ]) {
      const reply = await sendRaw(app.url, {
        path: takeTestMoney.path,
        type,
        cookie: person.client.cookies(),
        body: '{}',
      });
      assert.ok(['unsupported-media-type', 'malformed'].includes(codeOf(reply, type)), type);
    }
    const huge = `{"coin":"USDT","amount":"${'1'.repeat(10 * 1024 * 1024)}"}`;
    for (const path of [takeTestMoney.path, submitOptionsOrder.path, register.path, '/api/action']) {
      const reply = await json(path, huge);
      assert.equal(codeOf(reply, path), 'too-large');
      assert.equal(reply.status, 413);
    }
  }));

test('actions and paths that do not exist', () =>
  changesNothing(async () => {
    for (const name of [
      'nope',
      '',
      '__proto__',
      'constructor',
      'querylogin',
      'QUERYLOGIN',
      'queryLogin ',
      'setPrice',
      'a'.repeat(9_000),
    ]) {
      const reply = await form('/api/action', new URLSearchParams({ ACTION_NAME: name, ACTION_INFO: '{}' }).toString());
      assert.equal(codeOf(reply, name.slice(0, 30)), 'unknown-action');
      assert.equal(reply.status, 404);
    }
    const paths = {
      '/api/nope': 404,
      '/api/user/admin': 404,
      '/dev/money': 404,
      '/api/receipt/option/..%2f..': 405,
      '/api/%ff': 400,
    };
    for (const [path, status] of Object.entries(paths)) assert.equal((await json(path, {})).status, status, path);
    const keyed = await sendRaw(app.url, {
      path: takeTestMoney.path,
      type: 'application/json',
      cookie: person.client.cookies(),
      body: '{"coin":"USDT","amount":"1"}',
      headers: { 'idempotency-key': 'mine' },
    });
    assert.equal(codeOf(keyed, 'key'), 'key-malformed');
    const foreign = await sendRaw(app.url, {
      path: takeTestMoney.path,
      type: 'application/json',
      cookie: person.client.cookies(),
      body: '{"coin":"USDT","amount":"1"}',
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(codeOf(foreign, 'origin'), 'foreign-origin');
  }));

test("another user's ids open nothing, in any call that takes one", async () => {
  const victim = await app.person('500');
  const theirs = got(
    await victim.client.call(submitOptionsOrder, {
      ...orderOf('10'),
      // Of five minutes: it must not end in the middle of what follows.
      option_config_id: '5',
      trade_user_id: victim.user.account_id,
    }),
  );
  const [session] = got(await victim.client.call(listSessions, {})).RESULT_LIST;
  await changesNothing(async () => {
    let tried = 0;
    for (const call of [...endpoints, ...actions]) {
      for (const field of call.selfIds ?? []) {
        const fields = { [field]: victim.user.account_id };
        const reply =
          'path' in call
            ? await (call.method === 'GET'
                ? get(`${call.path}?${new URLSearchParams(fields).toString()}`)
                : json(call.path, fields))
            : await form(
                '/api/action',
                new URLSearchParams({ ACTION_NAME: call.name, ACTION_INFO: JSON.stringify(fields) }).toString(),
              );
        assert.equal(codeOf(reply, call.summary), 'not-yours');
        assert.equal(reply.status, 403);
        tried++;
      }
    }
    assert.ok(tried >= 6, `only ${tried} calls name a person`);
    const receipt = await person.client.call(getReceipt, { kind: 'option', id: theirs.option_order_id });
    assert.equal(refusalOf(receipt), 'not-found');
    assert.equal(refusalOf(await person.client.call(revokeSessions, { session_id: session!.session_id })), 'not-found');
    const nobody = await sendRaw(app.url, {
      path: submitOptionsOrder.path,
      type: 'application/json',
      body: JSON.stringify(orderOf('10')),
    });
    assert.equal(codeOf(nobody, 'without a session'), 'login-required');
    const forged = await sendRaw(app.url, {
      path: submitOptionsOrder.path,
      type: 'application/json',
      cookie: `__Host-candor=${'A'.repeat(43)}`,
      body: JSON.stringify(orderOf('10')),
    });
    assert.equal(codeOf(forged, 'with a made-up session'), 'login-required');
  });
  assert.equal(got(await victim.client.call(listSessions, {})).TOTAL, 1);
});

test('codes: wrong ones, used ones, those that ran out, and the right one after too many wrong tries', async () => {
  const { client } = person;
  const used = await app.person();
  const outbox = async (email: string): Promise<string> => {
    const { rows } = await app.pool.query<{ code: string }>(
      'select code from dev_outbox where recipient = $1 and code is not null order by message_id desc limit 1',
      [email],
    );
    return rows[0]!.code;
  };
  const spent = await outbox(used.email);
  await changesNothing(async () => {
    const join = (email: string, authCode: string) =>
      client.call(register, { user_name: email, user_password: 'secret of one', authCode });
    assert.equal(refusalOf(await join(used.email, spent)), 'code-invalid');
    assert.equal(refusalOf(await join('nobody@example.com', '123456')), 'code-invalid');
    assert.equal(refusalOf(await join('other@example.com', spent)), 'code-invalid');

    got(await client.call(sendEmailCode, { email: 'late@example.com' }));
    assert.equal(refusalOf(await client.call(sendEmailCode, { email: 'late@example.com' })), 'code-too-soon');
    await app.pool.query(
      `update codes set expires_at = now() - interval '1 second' where expires_at > now() and spent_at is null`,
    );
    assert.equal(refusalOf(await join('late@example.com', await outbox('late@example.com'))), 'code-expired');

    got(await client.call(sendEmailCode, { email: 'guess@example.com' }));
    const right = await outbox('guess@example.com');
    const wrong = right === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries++)
      assert.equal(refusalOf(await join('guess@example.com', wrong)), 'code-invalid');
    assert.equal(refusalOf(await join('guess@example.com', right)), 'code-invalid');
    for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', '-12345', ' '.repeat(20)]) {
      const reply = await json(register.path, {
        user_name: 'form@example.com',
        user_password: 'secret of one',
        authCode: code,
      });
      codeOf(reply, `code ${code}`);
    }
  });
});

test(
  'wrong passwords by the thousand are turned away, and the server goes on',
  longRun('a thousand are looked at'),
  () =>
    changesNothing(async () => {
      const victim = await app.pool.query<{ email: string }>(
        'select email from accounts where email is not null limit 1',
      );
      const codes = new Map<string, number>();
      const { client } = person;
      const guess = async (number: number): Promise<void> => {
        const outcome = await client.call(queryLogin, {
          user_name: victim.rows[0]!.email,
          user_password: `guess ${number}`,
        });
        const code = refusalOf(outcome);
        assert.ok(!outcome.ok && (outcome.httpStatus < 500 || outcome.httpStatus === 503), code);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      };
      for (let number = 0; number < 1_000; number += 50) {
        await Promise.all(Array.from({ length: 50 }, (_, place) => guess(number + place)));
      }
      assert.deepEqual(
        [...codes.keys()].filter((code) => !['login-failed', 'login-throttled', 'busy'].includes(code)),
        [],
      );
      assert.ok((codes.get('login-throttled') ?? 0) > 900, JSON.stringify([...codes]));
      assert.equal((await app.available(person)).available, '1000');
    }),
);
