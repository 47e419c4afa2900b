// Operators for tests: invited, accepted and signed in over HTTP as people do it, with an authenticator.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { acceptInvitation, createConsoleClient, lookAtInvitation, signInOperator, type ConsoleClient, type OperatorRole, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { Secret, TOTP } from 'otpauth';
import { openPool } from '../../src/kit/postgres.ts';
import { createOperator } from '../../src/operators/create-operator.ts';
import { runAsOwner } from './database.ts';
import { got, type RunningApp } from './running-app.ts';

export interface TestOperator {
  name: string;
  client: ConsoleClient;
  password: string;
  /** The code of now, or of as many half minutes later. */
  code(steps?: number): string;
  /** Used up by the acceptance. */
  firstCode: string;
  recoveryCodes: string[];
}

export const operatorPassword = 'wren and lark and a third bird';

/** A new client of the console's port, without a session. */
export const consoleClient = (app: Pick<RunningApp, 'consoleUrl'>): ConsoleClient =>
  createConsoleClient({ baseUrl: app.consoleUrl(), keepsCookies: true });

/** The token of a link, as `npm run operator` prints it. */
export async function inviteAsOwner(app: RunningApp, name: string, role: OperatorRole): Promise<string> {
  const pool = openPool(app.ownerUrl, 1);
  const operatorId = randomUUID() as Uuid;
  const { token } = await createOperator(pool, { operatorId, name, role, ...app.secrets, by: 'a test' });
  await pool.end();
  return token;
}

export async function acceptAs(app: RunningApp, token: string): Promise<TestOperator> {
  const client = consoleClient(app);
  const { name, secret } = got(await client.call(lookAtInvitation, { token }));
  const code = (steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 * steps });
  const password = operatorPassword;
  const firstCode = code();
  const accepted = got(await client.call(acceptInvitation, { token, password, code: firstCode }));
  assert.equal(accepted.name, name);
  return { name, client, password, code, firstCode, recoveryCodes: accepted.recovery_codes };
}

/** Signed in, with the second factor shown just now. */
export async function operatorWith(app: RunningApp, name: string, role: OperatorRole): Promise<TestOperator> {
  const operator = await acceptAs(app, await inviteAsOwner(app, name, role));
  await forgetCodes(app, name);
  got(await operator.client.call(signInOperator, { name, password: operator.password, code: operator.code() }));
  await forgetCodes(app, name);
  return operator;
}

/** As half a minute later: the next code is good. No server can do that. */
export const forgetCodes = (app: Pick<RunningApp, 'ownerUrl'>, name: string): Promise<void> =>
  runAsOwner(
    app,
    `do $$ begin alter table operator_authenticators disable trigger operator_authenticators_guard;
     update operator_authenticators set last_step = 0 where operator_id = (select operator_id from operators where name = '${name}');
     alter table operator_authenticators enable trigger operator_authenticators_guard; end $$`,
  );
