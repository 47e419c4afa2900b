// Accounts made past the screens, for journeys that are about something else.
import { createClient, listOutbox, queryLogin, register, sendEmailCode, takeTestMoney } from '@candor/wire';
import type { Client } from '@candor/wire';
import { expect, type Page } from '@playwright/test';
import { startsWith, wordsOf, type Language } from './words.ts';

export interface Account {
  email: string;
  password: string;
  accountId: string;
  client: Client;
}

let made = 0;

/** A new account, with a thousand test USDT unless told otherwise. */
export async function openAccount(url: string, money = '1000'): Promise<Account> {
  const client = createClient({ baseUrl: url, keepsCookies: true });
  const [email, password] = [`person-${process.pid}-${made++}@example.com`, 'correct horse'];
  need(await client.call(sendEmailCode, { email }));
  const { messages } = need(await client.call(listOutbox, { recipient: email }));
  need(await client.call(register, { user_name: email, user_password: password, authCode: messages[0]!.code! }));
  const { RESULT_LIST } = need(await client.call(queryLogin, { user_name: email, user_password: password }));
  if (money !== '0') need(await client.call(takeTestMoney, { coin: 'USDT', amount: money }));
  return { email, password, accountId: RESULT_LIST[0]!.account_id, client };
}

/** At Home with a session of its own, as whoever logged in on this phone before. */
export async function logIn(page: Page, account: Account, { url }: { url: string }): Promise<void> {
  // An empty page of the same origin: there the app does not run yet, and the browser keeps the cookie as it would the app's.
  const empty = `${url}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(empty);
  await page.unroute(empty);
  const asked = { user_name: account.email, user_password: account.password };
  const said = await page.evaluate(
    async ([name, info]) => {
      const body = new URLSearchParams({ ACTION_NAME: name!, ACTION_INFO: info! });
      const response = await fetch('/api/action', { method: 'POST', body });
      const answer = await response.text();
      const [user] =
        (JSON.parse(answer) as { ACTION_INFO?: { RESULT_LIST?: unknown[] } }).ACTION_INFO?.RESULT_LIST ?? [];
      if (user !== undefined) localStorage.setItem('candor.user', JSON.stringify(user));
      return user === undefined ? answer : 'logged in';
    },
    [queryLogin.name, JSON.stringify(asked)],
  );
  expect(said).toBe('logged in');
  await page.goto(`${url}/#/home`);
}

/** Through the login form, in whatever language the page speaks. */
export async function logInByForm(
  page: Page,
  account: Account,
  options: { url: string; language?: Language },
): Promise<void> {
  const say = wordsOf(options.language ?? 'en');
  await page.goto(`${options.url}/#/login`);
  await page.getByLabel(say('login.account'), { exact: true }).fill(account.email);
  await page.getByLabel(say('register.password'), { exact: true }).fill(account.password);
  await page.getByRole('button', { name: say('shell.login'), exact: true }).click();
  await expect(page).toHaveURL(/#\/home$/);
  await expect(page).not.toHaveTitle(startsWith(say('shell.login')));
}

type Answer<Data> = { ok: true; data: Data } | { ok: false; code: string; facts: unknown };

/** What came of an order. A machine that is busy with others may have no newest price for a while: then it is placed again. */
export async function placed<Data>(place: () => Promise<Answer<Data>>): Promise<Data> {
  let answer = await place();
  await expect
    .poll(async () => {
      if (!answer.ok && answer.code === 'market-degraded') answer = await place();
      return answer.ok ? 'placed' : answer.code;
    })
    .not.toBe('market-degraded');
  return need(answer);
}

/** Of a customer's call or an operator's. */
export function need<Data>(outcome: Answer<Data>): Data {
  if (outcome.ok) return outcome.data;
  throw new Error(`refused: ${outcome.code} ${JSON.stringify(outcome.facts)}`);
}
