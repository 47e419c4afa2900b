// Faulty neighbours while the server is killed: a bucket whose replies are late, empty, repeated, partial, malformed or withdrawn.
// Customers upload photos in the meantime. After recovery the server must show each photo that it accepted, and never a different one.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendProofCode, updateUser } from '@candor/wire';
import { openBucketDouble } from '../../../server/test/support/neighbours/bucket-double.ts';
import type { Neighbour } from '../../../server/test/support/neighbours/neighbour.ts';
import { jpegPhoto } from '../../../server/test/support/picture-files.ts';
import { codeFor, credentialsOf, logIn, need, openCustomer, type Customer } from '../customer.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Findings } from './findings.ts';

export interface Neighbours {
  /** Environment variables that make a server use these neighbours. */
  environment: Readonly<Record<string, string>>;
  /** Switches faults on and off at random until `isOver`, then removes all faults. */
  misbehave(random: SeededRandom, isOver: () => boolean): Promise<void>;
  faultsGiven(): number;
  close(): Promise<void>;
}

const pauseMaxMs = 400;
const timesMax = 4;

export async function openNeighbours(): Promise<Neighbours> {
  const bucket = await openBucketDouble({ words: 'slow-down' });
  const all: readonly Neighbour[] = [bucket];
  const { url, region, keyId, secret } = bucket.options;
  return {
    environment: {
      PICTURES_S3_URL: url,
      PICTURES_S3_REGION: region,
      PICTURES_S3_KEY_ID: keyId,
      PICTURES_S3_SECRET: secret,
    },
    async misbehave(random, isOver) {
      while (!isOver()) {
        const neighbour = random.pick(all);
        const step = random.pick(neighbour.steps);
        neighbour.turn(random.pick(neighbour.faultsAt(step)), step, { times: 1 + random.below(timesMax) });
        await sleep(random.below(pauseMaxMs));
        if (random.next() < 0.5) neighbour.mend();
      }
      for (const each of all) each.mend();
    },
    faultsGiven: () => all.reduce((sum, each) => sum + each.faultsGiven(), 0),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
  };
}

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
  { name, findings }: { name: string; findings: Findings },
): Promise<Photographer> {
  const customer = await openCustomer(url, credentialsOf(name));
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

async function setTradePassword({ client, user, email, password }: Customer): Promise<void> {
  need(await client.call(sendProofCode, {}), 'a code');
  const code = await codeFor(client, email);
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
