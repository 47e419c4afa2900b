// What no page may do: ask another host for anything, break its security policy, or fail without anyone noticing.
import { expect, type Page } from '@playwright/test';

/**
 * Listens from now on; the function that comes back tells what happened, and expects nothing. `hasUnknownIds`: the page is also led to
 * things that do not exist, so calls are answered with 404, which the browser says in its console.
 */
export function watch(page: Page, url: string, { hasUnknownIds = false } = {}): () => Promise<void> {
  const { host } = new URL(url);
  const wrong: string[] = [];
  const answers: Promise<void>[] = [];
  const ask = (address: string): void => {
    const { protocol, host: asked } = new URL(address);
    if (protocol !== 'blob:' && protocol !== 'data:' && asked !== host) wrong.push(`asked ${address}`);
  };
  page.on('request', (request) => ask(request.url()));
  page.on('websocket', (socket) => ask(socket.url()));
  const isOfReceipt = (address: string): boolean => address.startsWith(`${url}/api/receipt/`);
  // The console does not say why a receipt was refused.
  page.on('response', (response) => {
    if (response.status() !== 409 || !isOfReceipt(response.url())) return;
    const judge = (answer: string) => void (answer.includes('receipt-follows') || wrong.push(`refused: ${answer}`));
    answers.push(response.text().then(judge, () => undefined));
  });
  page.on('console', (message) => {
    // Most tests run without the service worker, and Playwright says so in the page.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    const where = message.location().url;
    // A machine that is busy with others may have no newest price for a while: then the order is refused, and placed again.
    if (message.text().includes('status of 503') && /\/api\/(?:options|contracts)\/submit$/.test(where)) return;
    // The receipt of what was decided this moment follows with the next tick: it is asked for again.
    if (message.text().includes('status of 409') && isOfReceipt(where)) return;
    if (hasUnknownIds && message.text().includes('status of 404') && where.startsWith(`${url}/api/`)) return;
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`console: ${message.text()} ${where}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  return async () => {
    await Promise.all(answers);
    expect(wrong).toEqual([]);
  };
}

/** What the person chose on this device, before the page first looks. */
export async function prefer(page: Page, wishes: Record<string, unknown>): Promise<void> {
  await page.addInitScript((state) => {
    const { treatyType, ...others } = state as { treatyType?: string };
    const add = (place: Storage, name: string, more: object): void => {
      const known = JSON.parse(place.getItem(name) ?? '{}') as { state?: object };
      place.setItem(name, JSON.stringify({ version: 1, state: { ...known.state, ...more } }));
    };
    add(localStorage, 'candor.preferences', others);
    // The tab's own.
    if (treatyType !== undefined) add(sessionStorage, 'candor.trading', { treatyType });
  }, wishes);
}
