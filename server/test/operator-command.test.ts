// `npm run operator` and the console of a production: its first administrator comes in by a link, and nothing of the demo is there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { acceptInvitation, createConsoleClient, lookAtInvitation, signInOperator, tryRole } from '@candor/wire';
import { Secret, TOTP } from 'otpauth';
import { prepareProduction, type ProductionServer } from './support/production-server.ts';
import { got } from './support/running-app.ts';

let production: ProductionServer;
before(async () => {
  production = await prepareProduction();
  assert.equal(production.migrate().code, 0);
});
after(() => production.close());

test('the first administrator is made by who owns the database, and comes in by a link that is good once', async () => {
  const server = await production.start();
  const baseUrl = /Operators come in on (http:\S+)\./.exec(server.said())![1]!;
  for (const [args, reason] of [
    [['create', 'anna'], /npm run operator -- create/],
    [['create', 'anna', '--role', 'king'], /king is no role/],
    [['create', 'Anna B', '--role', 'risk'], /is no name/],
  ] as const) {
    const { code, said } = production.operator(...args);
    assert.equal(code, 1);
    assert.match(said, reason);
  }
  const { code, said } = production.operator('create', 'anna', '--role', 'administrator');
  assert.equal(code, 0, said);
  const token = /#\/invitation\/([\w-]{64})\nGood once and until /.exec(said)![1]!;
  const client = createConsoleClient({ baseUrl, keepsCookies: true });
  const { secret } = got(await client.call(lookAtInvitation, { token }));
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  got(await client.call(acceptInvitation, { token, password: 'wren and lark and owl', code: totp.generate() }));
  assert.match(production.operator('create', 'anna', '--role', 'risk').said, /There is an operator anna/);

  assert.match(production.operator('renew', 'nobody').said, /There is no operator nobody/);
  assert.match(production.operator('renew', 'anna', '--role', 'risk').said, /npm run operator -- renew/);
  const link = /#\/invitation\/([\w-]{64})\n/.exec(production.operator('renew', 'anna').said)![1]!;
  const looked = got(await client.call(lookAtInvitation, { token: link }));
  const password = 'another bird of a further kind';
  const first = new TOTP({ secret: Secret.fromBase32(looked.secret) }).generate();
  const renewed = got(await client.call(acceptInvitation, { token: link, password, code: first }));
  const signIn = { name: 'anna', password, code: renewed.recovery_codes[0]! };
  assert.deepEqual(got(await client.call(signInOperator, signIn)).roles, ['administrator'], 'who owns the database keeps the roles'); // oxfmt-ignore

  const tried = await fetch(baseUrl + tryRole.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"role":"risk"}' }); // oxfmt-ignore
  assert.equal(tried.status, 404);
  assert.equal(((await tried.json()) as { code: string }).code, 'not-found', 'the path is not there at all');
  const documented = await (await fetch(`${baseUrl}/docs/openapi.json`)).text();
  assert.ok(documented.includes('/api/acts/approve') && !documented.includes('try-as'));
  await noDemoIn(baseUrl);
  await server.stop();
});

/** Of the built page too: what it says and calls in a demo alone stands in files that are not sent here. */
async function noDemoIn(baseUrl: string): Promise<void> {
  const directory = join(import.meta.dirname, '../../console/dist/assets');
  if (!existsSync(directory)) return;
  const names = readdirSync(directory);
  const isOfDemo = (name: string): boolean => /^demo-.*\.js/.test(name);
  const statusOf = async (name: string) => (await fetch(`${baseUrl}/assets/${name}`)).status;
  assert.ok(names.some(isOfDemo));
  for (const name of names) assert.equal(await statusOf(name), isOfDemo(name) ? 404 : 200, name);
  const others = names.filter((name) => name.endsWith('.js') && !isOfDemo(name));
  for (const name of others) assert.doesNotMatch(readFileSync(join(directory, name), 'utf8'), /try-as|Try as/, name);
}
