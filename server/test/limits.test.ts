// Limits on a whole server: what one caller does costs another caller nothing.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createClient, findAccountCoinByTransaction, queryLogin } from '@candor/wire';
import { got, openRunningApp } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp({ settings: { RATE_LIMITS: 'on' } })));
after(() => app.close());

const ask = ({ client, user }: Pick<Person, 'client' | 'user'>) =>
  client.call(findAccountCoinByTransaction, { user_id: user.account_id });

test(
  'whoever guesses tokens at the same address, a customer with a session is never refused',
  longRun('a flood against the clock'),
  async () => {
    const person = await app.person();
    let told = 0;
    let refused = 0;
    const guess = async (): Promise<void> => {
      const cookie = `__Host-candor=${randomBytes(32).toString('base64url')}`;
      const { status } = await fetch(`${app.url}/api/alerts/list`, { method: 'POST', headers: { cookie } });
      if (status === 429) refused++;
      else told++;
    };
    const until = performance.now() + 6_000;
    const guessers = Array.from({ length: 40 }, async () => {
      while (performance.now() < until) await guess();
    });
    // Longer than a session is trusted without being looked up, so that each of these is.
    for (let count = 0; count < 2; count++) {
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      got(await ask(person));
      for (let more = 0; more < 20; more++) got(await ask(person));
    }
    await Promise.all(guessers);
    assert.ok(told > 0 && refused > 40, `${told} told, ${refused} refused`);
    assert.ok(told + refused < 1_500, `${told + refused} guesses were answered in 6 s`);
  },
);

test('five sessions of an account ask no more than one may', longRun('bounds in time or memory'), async () => {
  const person = await app.person();
  const sessions = [person.client];
  while (sessions.length < 5) {
    const client = createClient({ baseUrl: app.url, keepsCookies: true });
    got(await client.call(queryLogin, { user_name: person.email, user_password: person.password }));
    sessions.push(client);
  }
  const startedAt = performance.now();
  const asked = sessions.flatMap((client) => Array.from({ length: 40 }, () => ask({ ...person, client })));
  const outcomes = await Promise.all(asked);
  const seconds = (performance.now() - startedAt) / 1000;
  const done = outcomes.filter(({ ok }) => ok).length;
  assert.ok(done <= 100 + 50 * seconds + 1, `${done} calls in ${seconds} s`);
  assert.ok(outcomes.every((outcome) => outcome.ok || ['too-many-requests', 'busy'].includes(outcome.code)));
});
