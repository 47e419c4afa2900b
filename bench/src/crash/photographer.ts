// Customers who upload photos while the server is killed and its bucket is faulty. After recovery the server must show each photo that it
// accepted, and never a different one.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendProofCode, updateUser } from '@candor/wire';
import { jpegPhoto } from '../../../server/test/support/picture-files.ts';
import { codeFor, logIn, need, openCustomer, type Credentials, type Customer } from '../customer.ts';
import type { Findings } from './findings.ts';

export interface Photographer {
  /** Uploads photos until `isOver`. */
  play(isOver: () => boolean): Promise<void>;
  /** To be called after recovery: checks that the server shows every accepted photo unchanged. Resolves with the number of photos. */
  check(): Promise<number>;
}

const tradePassword = '291847';
const small = { width: 260, height: 220 };
const callMs = 20_000;
/** The server must show an accepted photo within this time after the server and the bucket are back. */
const shownWithinMs = 60_000;

/** Sends requests in the customer's session. */
const posterOf =
  (url: string, customer: Customer) =>
  (path: string, { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }) =>
    fetch(url + path, {
      method: 'POST',
      signal: AbortSignal.timeout(callMs),
      ...init,
      headers: { ...headers, cookie: customer.client.cookies() },
    });

export async function openPhotographer(
  url: string,
  { credentials, findings }: { credentials: Credentials; findings: Findings },
): Promise<Photographer> {
  const customer = await openCustomer(url, credentials);
  const name = credentials.email;
  await setTradePassword(customer);
  /** By path of a photo, the SHA-256 of the content that the server showed; undefined if nobody has looked at the photo yet. */
  const taken = new Map<string, string | undefined>();
  let seed = 1;
  const post = posterOf(url, customer);

  async function look(path: string): Promise<string | undefined> {
    const headers = { 'content-type': 'application/json' };
    const response = await post('/api/photo/view', {
      headers,
      body: JSON.stringify({ path, user_paypass: tradePassword }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 401) await logIn(customer.client, customer);
    return response.status === 200 ? createHash('sha256').update(bytes).digest('hex') : undefined;
  }

  async function handIn(): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await jpegPhoto({ ...small, seed: seed++ }))]), 'photo.jpg');
    const answer = (await (await post('/api/photo/upload', { body: form })).json()) as { data?: { path: string } };
    if (answer.data) taken.set(answer.data.path, undefined);
  }

  function note(path: string, shown: string): void {
    const before = taken.get(path);
    if (before !== undefined && before !== shown) findings.add('another photo is shown', `${path} of ${name}`);
    taken.set(path, shown);
  }

  return {
    async play(isOver) {
      while (!isOver()) {
        await handIn().catch(() => undefined);
        for (const path of [...taken.keys()].slice(-2)) {
          const shown = await look(path).catch(() => undefined);
          if (shown !== undefined) note(path, shown);
        }
        await sleep(200);
      }
    },
    async check() {
      const deadline = performance.now() + shownWithinMs;
      for (const path of taken.keys()) {
        const shown = await lookUntil(deadline, () => look(path));
        if (shown === undefined) findings.add('a photo that was taken is lost', `${path} of ${name}`);
        else note(path, shown);
      }
      return taken.size;
    },
  };
}

async function setTradePassword(customer: Customer): Promise<void> {
  const { client, user, password } = customer;
  need(await client.call(sendProofCode, {}), 'a code');
  const code = await codeFor(client, customer);
  const change = { account_id: user.account_id, user_paypass: tradePassword, original: password, code };
  need(await client.call(updateUser, change), 'a trade password');
}

/** Looks twice a second; undefined if nothing was shown up to the deadline of the steady clock. */
async function lookUntil(deadline: number, look: () => Promise<string | undefined>): Promise<string | undefined> {
  let shown = await look().catch(() => undefined);
  while (shown === undefined && performance.now() < deadline) {
    await sleep(500);
    shown = await look().catch(() => undefined);
  }
  return shown;
}
