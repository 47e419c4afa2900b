// Nothing that a person types as a secret, and no address, reaches the log, whatever goes wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const journey = `
import { queryLogin, register, sendEmailCode, updateUser } from '@candor/wire';
import { accountsForTests, codeOf } from ${JSON.stringify(new URL('../../test/support/accounts.ts', import.meta.url).href)};
import { log } from ${JSON.stringify(new URL('../kit/log.ts', import.meta.url).href)};
import { SMTPServer } from 'smtp-server';
import { smtpMail } from ${JSON.stringify(new URL('../kit/mail.ts', import.meta.url).href)};
const world = await accountsForTests();
log.setLevel('info');
const person = await world.person('canary@example.com', { password: 'canary-password-1' });
const { browser, user } = person;
const code = await world.lastCode('canary@example.com');
const token = browser.token;
const account_id = user.account_id;
await codeOf(world.visitor().call(queryLogin, { user_name: 'canary@example.com', user_password: 'canary-password-2' }));
await codeOf(world.visitor().call(queryLogin, { user_name: 'canary-nobody@example.com', user_password: 'canary-password-2' }));
await codeOf(world.visitor().call(register, { user_name: 'canary@example.com', user_password: 'canary-password-3', authCode: 'canary-code' }));
await world.setTradePassword(person, '918273');
await codeOf(browser.call(updateUser, { account_id, user_paypass: '192837', original: '102938' }));
world.options.mail.send = async () => { throw Object.assign(new Error('mailbox unavailable'), { rejected: ['canary@example.com'] }); };
await codeOf(world.visitor().call(sendEmailCode, { email: 'canary-other@example.com' }));
await browser.call(updateUser, { account_id, user_password: 'canary-password-4', original: 'canary-password-1' });
for (const sql of ["insert into throttles (scope, subject, times_ms, newest_at) select 'canary-scope', 'x', '[]', now() from generate_series(1, 2)", "select 'canary-id'::uuid"])
  await world.pool.query(sql).catch((error) => log.error('the database refused', { error }));
await world.end();
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error('<' + address + '> user unknown'), { responseCode: 550 })),
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const mail = smtpMail({ url: 'smtp://127.0.0.1:' + server.server.address().port, from: 'Candor <no-reply@example.com>' });
const refused = await accountsForTests({ mail });
log.setLevel('info');
if ((await codeOf(refused.visitor().call(sendEmailCode, { email: 'canary-refused@example.com' }))) !== 'code-not-sent') process.exit(3);
await refused.end();
mail.close();
server.close();
process.stderr.write(JSON.stringify([code, token]));
`;

test('canaries typed into every field are not in the log', { timeout: 240_000 }, () => {
  const run = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', journey], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  assert.equal(run.status, 0, run.stderr);
  const secrets = JSON.parse(/\["\d{6}".*\]/.exec(run.stderr)![0]) as string[];
  for (const line of [
    'wrong login password',
    'wrong trade password',
    'code refused',
    'code not sent',
    'notice not sent',
    'EENVELOPE 550',
    '"code":"23505","constraint":"throttles_pkey"',
    '"code":"22P02"',
  ])
    assert.ok(run.stdout.includes(line), line);
  for (const secret of ['canary', '918273', '192837', '102938', '203.0.113', ...secrets]) {
    assert.ok(!run.stdout.includes(secret), `${secret} in ${run.stdout}`);
  }
});
