// Who is let in how often: every request takes a token before anything of it is read, the dear ones several.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from '@candor/wire';
import { z } from 'zod';
import { ann, ben, cookieOf, endpoint, openTestDoor, tokenOf } from './http.test-support.ts';
import { longRun } from '../../test/support/long-run.ts';

const one = endpoint('/api/one');
const json = { 'content-type': 'application/json' };

const limits = {
  account: { perSecond: 2, burst: 3 },
  anonymous: { perSecond: 0.5, burst: 2 },
  refused: { perSecond: 1, burst: 100 },
};

test('a caller over the limit waits the seconds that facts and Retry-After name; accounts and addresses count apart', async () => {
  const door = await openTestDoor({ calls: [one], limits });
  const post = async (cookie: string): Promise<string> => {
    const response = await door.app.inject({ method: 'POST', url: '/api/one', headers: { host: 'localhost', cookie } });
    if (response.statusCode === 200) return 'done';
    assert.equal(response.statusCode, 429);
    const { seconds } = response.json<{ facts: { seconds: string } }>().facts;
    assert.equal(response.headers['retry-after'], seconds);
    return seconds;
  };
  const times = async (count: number, cookie: string): Promise<string> => {
    const answers: string[] = [];
    while (answers.length < count) answers.push(await post(cookie));
    return answers.join(' ');
  };
  assert.equal(await times(4, cookieOf(ann)), 'done done done 1');
  assert.equal(await times(3, ''), 'done done 2');
  assert.equal(await times(1, cookieOf(ben)), 'done');
  door.clock.advance(2_000);
  assert.equal(await times(5, cookieOf(ann)), 'done done done 1 1');
  assert.equal(await times(2, ''), 'done 2');
  door.clock.advance(60_000);
  assert.equal(await times(3, '__Host-candor=a-token-that-nobody-has'), 'done done 2');
  assert.equal(
    await times(3, cookieOf(ann)),
    'done done done',
    'somebody at the same address used up what strangers have',
  );
  await door.close();
});

test('sessions of one account share its limit', async () => {
  const second = { ...ann, sessionId: ben.sessionId };
  const known = (token: string) => (token === tokenOf(ann) ? ann : second);
  const sessions = { find: async (token: string) => known(token), known };
  const door = await openTestDoor({ calls: [one], limits, sessions });
  const codes: number[] = [];
  for (const session of [ann, second, ann, second]) {
    const headers = { host: 'localhost', cookie: cookieOf(session) };
    codes.push((await door.app.inject({ method: 'POST', url: '/api/one', headers })).statusCode);
  }
  assert.deepEqual(codes, [200, 200, 200, 429]);
  await door.close();
});

test('whatever is asked for takes a token before anything is read, and what is refused takes another', async () => {
  const ask = { method: 'GET', url: '/livez', payload: '', headers: {} as Record<string, string> };
  const cases: [string, Partial<typeof ask>, number][] = [
    ['a call', { method: 'POST', url: '/api/one' }, 4],
    ['a probe', {}, 4],
    ['a page', { url: '/page' }, 16],
    ['a path that is not there', { url: '/nothing', headers: { accept: 'text/html' } }, 4],
    ['a call that is not there', { url: '/api/nothing' }, 4],
    ['a method that is not taken', { method: 'DELETE', url: '/api/one' }, 2],
    ['a broken escape', { url: '/%zz' }, 2],
    ['another site', { method: 'POST', url: '/api/one', headers: { origin: 'http://evil.test' } }, 2],
    ['another name', { url: '/docs', headers: { host: 'evil.test' } }, 4],
    ['a body that is no JSON', { method: 'POST', url: '/api/one', payload: '{', headers: json }, 2],
    [
      'a body that is too large',
      { method: 'POST', url: '/api/one', payload: `"${'a'.repeat(20_000)}"`, headers: json },
      2,
    ],
    ['a field that is not there', { method: 'POST', url: '/api/one', payload: '{"x":1}', headers: json }, 2],
  ];
  for (const [what, more, answered] of cases) {
    const small = { contentType: 'text/html', body: () => '' };
    const few = { ...limits, anonymous: { perSecond: 0.001, burst: 4 } };
    const door = await openTestDoor({ calls: [one], pages: { '/page': small }, limits: few });
    for (let count = 0; count < answered; count++) {
      const { statusCode } = await door.app.inject({ ...ask, ...more } as never);
      assert.notEqual(statusCode, 429, `${what}, number ${count + 1}`);
    }
    assert.equal((await door.app.inject({ ...ask, ...more } as never)).statusCode, 429, what);
    await door.close();
  }
});

test('a body is not read for a caller over the limit', async () => {
  const door = await openTestDoor({ calls: [one], limits: { ...limits, anonymous: { perSecond: 0.001, burst: 1 } } });
  const send = (payload: string) => door.app.inject({ method: 'POST', url: '/api/one', payload, headers: json });
  assert.equal((await send('{"name":"a"}')).statusCode, 200);
  assert.equal((await send('{"name":')).json<{ code: string }>().code, 'too-many-requests');
  await door.close();
});

test('what is dear counts as several, and so does a page deep in a list', async () => {
  const dear = endpoint('/api/dear', { weight: 3 });
  const list = endpoint('/api/list', { payload: z.strictObject(pageOf) });
  const door = await openTestDoor({
    calls: [dear, list],
    limits: { ...limits, anonymous: { perSecond: 0.001, burst: 6 } },
  });
  const count = async (url: string, page: number, ip: string): Promise<number> => {
    for (let done = 0; ; done++) {
      const payload = url === '/api/list' ? { pagesize: 100, current_page: page } : {};
      const response = await door.app.inject({ method: 'POST', url, payload, remoteAddress: ip });
      if (response.statusCode === 429) return done;
    }
  };
  assert.equal(await count('/api/dear', 1, '127.0.1.1'), 2);
  assert.equal(await count('/api/list', 10, '127.0.1.2'), 6);
  assert.equal(await count('/api/list', 21, '127.0.1.3'), 2);
  assert.equal(await count('/api/list', 1_000_000, '127.0.1.4'), 0);
  await door.close();
});

test(
  'who goes on asking although refused hears it a second later, and too many at once are not answered',
  longRun('bounds in time or memory'),
  async () => {
    const door = await openTestDoor({
      calls: [],
      limits: { ...limits, anonymous: { perSecond: 0.001, burst: 1 }, refused: { perSecond: 0.001, burst: 2 } },
    });
    const took = async (): Promise<number> => {
      const startedAt = performance.now();
      await door.app.inject({ url: '/livez' });
      return performance.now() - startedAt;
    };
    const times = [await took(), await took(), await took(), await took()];
    assert.ok(Math.max(...times.slice(0, 3)) < 500 && times[3]! >= 990, times.join());
    const flood = Array.from({ length: 300 }, () =>
      door.app.inject({ url: '/livez' }).then(
        () => 'told',
        () => 'dropped',
      ),
    );
    const outcomes = await Promise.all(flood);
    assert.equal(outcomes.filter((outcome) => outcome === 'told').length, 256);
    await door.close();
  },
);

test('while nobody can say whose a session is, pages and probes are served and calls say that it is unknown', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const self = endpoint('/api/self', { who: 'self' });
  const roomy = { ...limits, anonymous: { perSecond: 1, burst: 10 } };
  const door = await openTestDoor({
    calls: [self],
    limits: roomy,
    sessions: { find: () => Promise.reject(away), known: () => undefined },
  });
  const headers = { host: 'localhost', cookie: cookieOf(ann) };
  assert.equal((await door.app.inject({ url: '/docs', headers })).statusCode, 200);
  assert.equal((await door.app.inject({ url: '/livez', headers })).statusCode, 200);
  const call = await door.app.inject({ method: 'POST', url: '/api/self', headers });
  assert.equal(call.json<{ code: string }>().code, 'outcome-unknown');
  await door.close();
});
