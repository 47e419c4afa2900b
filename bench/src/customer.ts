// A customer as the harnesses play one: registers with the code that the server sent, logs in, keeps its cookie.
import assert from 'node:assert/strict';
import { createClient, listOutbox, queryLogin, register, sendEmailCode, takeTestMoney, verifyMe } from '@candor/wire';
import type { Client, Outcome, User } from '@candor/wire';

export interface Credentials {
  email: string;
  password: string;
  /** The code of who did. */
  invitedBy?: string;
  /** Returns the newest code that was mailed to this address, where the server mails codes; without it they are in the demo's outbox. */
  mailedCode?: (email: string) => string | undefined;
}

export interface Customer extends Credentials {
  client: Client;
  user: User;
}

/** The login of a customer with this name. The password is on no list of common passwords, so the server accepts it. */
export const credentialsOf = (name: string): Credentials => ({
  email: `${name}@example.com`,
  password: `wren ${name} lark`.slice(0, 20),
});

export async function openCustomer(baseUrl: string, credentials: Credentials): Promise<Customer> {
  const client = createClient({ baseUrl, keepsCookies: true });
  await registerCustomer(client, credentials);
  return { ...credentials, client, user: await logIn(client, credentials) };
}

/** Verified, and with 10,000 USDT of test money. */
export async function openVerified(baseUrl: string, credentials: Credentials): Promise<Customer> {
  const customer = await openCustomer(baseUrl, credentials);
  need(await customer.client.call(verifyMe, {}), 'verification');
  need(await customer.client.call(takeTestMoney, { coin: 'USDT', amount: '10000' }), 'test money');
  return customer;
}

export async function registerCustomer(client: Client, credentials: Credentials): Promise<void> {
  const { email, password, invitedBy } = credentials;
  need(await client.call(sendEmailCode, { email }), 'a code by e-mail');
  const authCode = await codeFor(client, credentials);
  const account = { user_name: email, user_password: password, referral_code: invitedBy ?? '', authCode };
  need(await client.call(register, account), 'a new account');
}

/** The code that was sent to an address last. */
export async function codeFor(
  client: Client,
  { email, mailedCode }: Pick<Credentials, 'email' | 'mailedCode'>,
): Promise<string> {
  if (mailedCode) return mailedCode(email) ?? assert.fail(`no code was mailed to ${email}`);
  const { messages } = need(await client.call(listOutbox, { recipient: email }), 'the outbox');
  const code = messages.find((message) => message.code !== null)?.code;
  if (code === undefined || code === null) throw new Error(`There is no code for ${email} in the outbox.`);
  return code;
}

export async function logIn(client: Client, { email, password }: Credentials): Promise<User> {
  const { RESULT_LIST } = need(await client.call(queryLogin, { user_name: email, user_password: password }), 'a login');
  const [user] = RESULT_LIST;
  if (!user) throw new Error(`The login of ${email} came back without a user.`);
  return user;
}

/** The data, or an error that says what was asked for and what came instead. */
export function need<Data>(outcome: Outcome<Data, string>, what: string): Data {
  if (outcome.ok) return outcome.data;
  const { code, facts, httpStatus } = outcome;
  throw new Error(`Asked for ${what}, got ${code} ${JSON.stringify(facts)} (HTTP ${httpStatus}).`);
}
