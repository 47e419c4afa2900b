// Faulty neighbours while the server is killed: the bucket of photos, the mail relay, the push service and the bank that publishes rates. Each
// answers late, emptily, with an earlier answer, partly, in another form, or not any more, in turn and at random.
import { setTimeout as sleep } from 'node:timers/promises';
import { toInstant } from '@candor/wire';
import { openBucketDouble } from '../../../server/test/support/neighbours/bucket-double.ts';
import { openMailRelay, type MailRelay } from '../../../server/test/support/neighbours/mail-double.ts';
import type { Neighbour } from '../../../server/test/support/neighbours/neighbour.ts';
import { openPushService, type PushService } from '../../../server/test/support/neighbours/push-double.ts';
import { openRatesDouble, type RatesList } from '../../../server/test/support/neighbours/rates-double.ts';
import type { SeededRandom } from '../seeded-random.ts';

export interface Neighbours {
  /** Environment variables that make a server use these neighbours. */
  environment: Readonly<Record<string, string>>;
  push: PushService;
  /** Returns the code in the newest mail to this address. */
  mailedCode: (email: string) => string | undefined;
  /** Number of messages that the relay was given whole. */
  mails: () => number;
  /** Switches faults on and off until `isOver`, then removes all faults. */
  misbehave(random: SeededRandom, isOver: () => boolean): Promise<void>;
  /** Number of faulty answers of each neighbour. */
  faultsGiven(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

const pauseMaxMs = 400;
const timesMax = 4;

export async function openNeighbours(): Promise<Neighbours> {
  const bucket = await openBucketDouble({ words: 'slow-down' });
  const [mail, push, rates] = [await openMailRelay(), await openPushService(), await openRatesDouble(listOfToday())];
  const all: readonly Neighbour[] = [bucket, mail, push, rates];
  const { url, region, keyId, secret } = bucket.options;
  return {
    environment: {
      PICTURES_S3_URL: url,
      PICTURES_S3_REGION: region,
      PICTURES_S3_KEY_ID: keyId,
      PICTURES_S3_SECRET: secret,
      SMTP_URL: mail.url,
      PUSH_LOCAL_ORIGIN: push.origin,
      CURRENCY_RATES_URL: rates.url,
    },
    push,
    mailedCode: (email) => codeIn(mail, email),
    mails: () => mail.taken.length,
    async misbehave(random, isOver) {
      for (let turn = 0; !isOver(); turn++) {
        const neighbour = all[turn % all.length]!;
        const step = random.pick(neighbour.steps);
        neighbour.turn(random.pick(neighbour.faultsAt(step)), step, { times: 1 + random.below(timesMax) });
        await sleep(random.below(pauseMaxMs));
        if (random.next() < 0.25) neighbour.mend();
      }
      for (const each of all) each.mend();
    },
    faultsGiven: () => Object.fromEntries(all.map((each) => [each.name, each.faultsGiven()])),
    close: async () => void (await Promise.all(all.map((each) => each.close()))),
  };
}

function codeIn({ taken }: MailRelay, email: string): string | undefined {
  const message = taken.findLast((each) => each.includes(`To: ${email}\r\n`));
  const body = message?.slice(message.indexOf('\r\n\r\n'));
  return /\b\d{6}\b/.exec(body ?? '')?.[0];
}

/** The bank publishes on working days only. */
function listOfToday(): RatesList {
  const dayMs = 86_400_000;
  let day = Date.now();
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= dayMs;
  return {
    day: toInstant(day).slice(0, 10),
    rates: { USD: '1.25', JPY: '150', KRW: '1500', SEK: '11', CHF: '0.95', HKD: '9.1' },
  };
}
