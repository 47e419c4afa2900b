// Six-digit codes that prove an address: sent, tried a few times, spent once.
import { codeTiming } from '@candor/wire';
import { addressKey } from '../../kit/address-key.ts';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import { log } from '../../kit/log.ts';
import type { MailSender } from '../../kit/mail.ts';
import type { Database, Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { SmsSender } from '../../kit/sms.ts';
import { typedCode } from '../../kit/typed-code.ts';
import { createCodeAreas } from './code-areas.ts';
import type { CodeAreas } from './code-areas.ts';
import { dropCode, dropOldCodes, lockCode, putCode, storeCode } from './code-store.ts';
import { newCode } from '../digests.ts';
import type { Digests } from '../digests.ts';
import type { AccountLimits } from '../throttle/limits.ts';
import { languageOf } from '../../kit/texts.ts';
import { codeMessage } from './messages.ts';
import type { CodePurpose } from './messages.ts';
import { reasonOf } from '../../kit/reason-of.ts';
import { tryCode } from '../rules.ts';
import type { CodeUse, CodeVerdict } from '../rules.ts';
import { isThrottled, secondsOf } from '../../kit/throttle/throttle.ts';
import type { Taken, Throttle } from '../../kit/throttle/throttle.ts';
import type { Limit } from '../../kit/throttle/throttle-rules.ts';

/** Where a code goes. */
export type Address = { channel: 'email'; value: string } | { channel: 'sms'; value: string; areaCode: string };

export interface Codes {
  /** The same for an address with an account and without one. */
  send(wanted: WantedCode): Promise<void>;
  /** Refuses a network that tries too many codes; called once a request. */
  admit(ip: string): Promise<void>;
  /** Wrong tries count even if the transaction around is given up, unless `database` is handed in. */
  use(attempt: CodeAttempt): Promise<CodeResult>;
  prune(): Promise<void>;
  /** Waits for messages under way. */
  settled(): Promise<void>;
}
export interface CodeAttempt {
  purpose: CodePurpose;
  address: Address;
  code: string;
  use: CodeUse;
  ip: string;
  database?: Database;
}
export interface WantedCode {
  purpose: CodePurpose;
  address: Address;
  language: string;
  ip: string;
  /**
   * Where the answer must not say whether somebody has the address: the message leaves after it, or not at all.
   */
  quietly?: 'sent' | 'not-sent';
}
export interface CodeResult {
  verdict: CodeVerdict;
  /** That the code was asked for in. */
  language: string;
}

interface CodesOptions {
  pool: Pool;
  clock: Clock;
  mail: MailSender;
  sms: SmsSender;
  digests: Digests;
  throttle: Throttle;
  limits: AccountLimits;
}

const dayMs = 24 * 3_600_000;
const codesPerAddressPerDay = 5;

interface CodeParts extends CodesOptions {
  areas: CodeAreas;
  /** Messages that nobody waits for. */
  underWay: Set<Promise<void>>;
}

export function createCodes(options: CodesOptions): Codes {
  const { pool, clock, digests, throttle, limits } = options;
  const areas = createCodeAreas({ pool, clock, floor: limits.unusedCodesPerAreaPerDay });
  const parts = { ...options, areas, underWay: new Set<Promise<void>>() };
  return {
    send: (wanted) => sendCode(parts, wanted),

    async admit(ip) {
      const subject = digests.subject('code-tries', addressKey(ip));
      const limit = limits.codeTriesPerNetworkPerMinute;
      const taken = await throttle.take([
        { scope: 'code-tries', subject, rule: { kind: 'limit', limit, windowMs: 60_000 } },
      ]);
      if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
    },

    async use({ purpose, address, code, use, ip, database }) {
      const subject = subjectOf(digests, purpose, address);
      const digest = digests.code(subject, typedCode(code));
      const within = async (inside: Database) => {
        const stored = await lockCode(inside, subject);
        const { verdict, next } = tryCode(stored, { digest, use, now: clock.now() });
        if (next) await storeCode(inside, { subject, state: next });
        if (use === 'spend' && verdict === 'right' && address.channel === 'sms') {
          await areas.countUsed(inside, address.areaCode);
        }
        return { verdict, language: stored?.language ?? 'en', sentAt: stored?.sentAt };
      };
      if (database) return within(database);
      const result = await inTransaction(pool, within);
      const area = areaLimit(parts, { address, ip, isFlooded: false });
      // The number's owner read the code: it was no call for the sake of calling.
      if (result.verdict === 'right' && area) await throttle.giveBack({ limits: [area], at: result.sentAt! });
      return result;
    },

    async prune() {
      await dropOldCodes(pool, clock.now() - dayMs);
      await areas.prune();
    },

    async settled() {
      await Promise.all(parts.underWay);
    },
  };
}

async function sendCode(options: CodeParts, wanted: WantedCode): Promise<void> {
  const { pool, digests, throttle, areas, underWay } = options;
  const { purpose, address, language, ip, quietly } = wanted;
  const subject = subjectOf(digests, purpose, address);
  const isFlooded = address.channel === 'sms' && (await areas.isFlooded(address.areaCode));
  const taken = await throttle.take(sendLimits(options, { address, subject, ip, isFlooded }));
  if (isThrottled(taken)) {
    const seconds = secondsOf(taken);
    refuse(taken.by.scope === 'code-spacing' ? 'code-too-soon' : 'code-limit', { seconds });
  }
  if (isFlooded) log.warn('security: more unused codes than usual go to one area', { area: address.areaCode });
  const code = newCode();
  const digest = digests.code(subject, code);
  const expiresAt = taken.at + codeTiming.lifeMs;
  await putCode(pool, { subject, code: { digest, language: languageOf(language), sentAt: taken.at, expiresAt } });
  if (quietly === 'not-sent') return;
  const sending = deliver(options, wanted, { code, digest, subject, taken });
  if (quietly === undefined) return (await sending) ? undefined : refuse('code-not-sent');
  const afterwards = sending.then(() => void underWay.delete(afterwards));
  underWay.add(afterwards);
}

/** False if it could not be sent: then the code is gone, and does not count. */
async function deliver(
  { pool, throttle, areas, mail, sms }: CodeParts,
  { purpose, address, language }: WantedCode,
  { code, digest, subject, taken }: { code: string; digest: string; subject: string; taken: Taken },
): Promise<boolean> {
  const kind = `${purpose}-code` as const;
  const message = codeMessage(purpose, languageOf(language), code);
  const count = async (change: 1 | -1): Promise<void> => {
    if (address.channel === 'sms') await areas.countSent(address.areaCode, change);
  };
  try {
    await count(1);
    if (address.channel === 'email') await mail.send({ to: address.value, kind, ...message, code });
    else await sms.send({ to: address.value, kind, text: message.text, code });
    return true;
  } catch (error) {
    log.warn('code not sent', { channel: address.channel, reason: reasonOf(error) });
    await dropCode(pool, { subject, digest });
    await count(-1);
    await throttle.giveBack(taken);
    return false;
  }
}

function sendLimits(
  options: CodeParts,
  { address, subject, ip, isFlooded }: { address: Address; subject: string; ip: string; isFlooded: boolean },
): Limit[] {
  const area = areaLimit(options, { address, ip, isFlooded });
  const perDay = (scope: string, about: string, limit: number): Limit => ({
    scope,
    subject: about,
    rule: { kind: 'limit', limit, windowMs: dayMs },
  });
  return [
    { scope: 'code-spacing', subject, rule: { kind: 'limit', limit: 1, windowMs: codeTiming.betweenSendsMs } },
    perDay('code-address', subject, codesPerAddressPerDay),
    perDay(
      'code-network',
      options.digests.subject('code-network', addressKey(ip)),
      options.limits.codesPerNetworkPerDay,
    ),
    ...(area ? [area] : []),
  ];
}

/** A network's unused codes to an area: they count from the first one on, and weigh once the area is flooded. */
function areaLimit(
  { digests, limits }: CodeParts,
  { address, ip, isFlooded }: { address: Address; ip: string; isFlooded: boolean },
): Limit | undefined {
  if (address.channel !== 'sms' || !Number.isFinite(limits.unusedCodesPerAreaPerDay)) return undefined;
  const limit = isFlooded ? limits.unusedCodesPerNetworkToFloodedArea : limits.unusedCodesPerAreaPerDay;
  return {
    scope: 'code-area-network',
    subject: digests.subject('code-area-network', `${address.areaCode} ${addressKey(ip)}`),
    rule: { kind: 'limit', limit, windowMs: dayMs },
  };
}

/** The purpose is part of it: a code for registering opens nothing else. */
const subjectOf = (digests: Digests, purpose: CodePurpose, { channel, value }: Address): string =>
  digests.subject(`${purpose}-code`, `${channel} ${value}`);
