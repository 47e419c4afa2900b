// Six-digit codes that prove an address: sent, tried a few times, spent once.
import { codeTiming } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { SmsSender } from '../kit/sms.ts';
import { dropCode, dropOldCodes, lockCode, putCode, storeCode } from './code-store.ts';
import { newCode } from './digests.ts';
import type { Digests } from './digests.ts';
import type { AccountLimits } from './limits.ts';
import { languageOf, messageOf } from './messages.ts';
import { reasonOf } from './reason-of.ts';
import { networkOf, tryCode } from './rules.ts';
import type { CodeUse, CodeVerdict } from './rules.ts';
import { isThrottled, secondsOf } from './throttle.ts';
import type { Limit, Throttle } from './throttle.ts';

/** Where a registration code goes. */
export type Address = { channel: 'email'; value: string } | { channel: 'sms'; value: string; areaCode: string };

export interface Codes {
  /** The same for an address with an account and without one. */
  send(wanted: WantedCode): Promise<void>;
  /** Refuses a network that tries too many codes; called once a request. */
  admit(ip: string): Promise<void>;
  /** Wrong tries count even if the transaction around is given up, unless `database` is handed in. */
  use(attempt: { address: Address; code: string; use: CodeUse; database?: Database }): Promise<CodeResult>;
  prune(): Promise<void>;
}
export interface WantedCode {
  address: Address;
  language: string;
  ip: string;
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

export function createCodes(options: CodesOptions): Codes {
  const { pool, clock, digests, throttle } = options;
  return {
    send: (wanted) => sendCode(options, wanted),

    async admit(ip) {
      const subject = digests.subject('code-tries', networkOf(ip));
      const limit = options.limits.codeTriesPerNetworkPerMinute;
      const taken = await throttle.take([
        { scope: 'code-tries', subject, rule: { kind: 'limit', limit, windowMs: 60_000 } },
      ]);
      if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
    },

    async use({ address, code, use, database }) {
      const subject = subjectOf(digests, address);
      const digest = digests.code(subject, code.trim());
      const within = async (inside: Database) => {
        const stored = await lockCode(inside, subject);
        const { verdict, next } = tryCode(stored, { digest, use, now: clock.now() });
        if (next) await storeCode(inside, { subject, state: next });
        return { verdict, language: stored?.language ?? 'en', sentAt: stored?.sentAt };
      };
      if (database) return within(database);
      const result = await inTransaction(pool, within);
      const area = areaLimit(options, address);
      // The number's owner read the code: it was no call for the sake of calling.
      if (result.verdict === 'right' && area) await throttle.giveBack({ limits: [area], at: result.sentAt! });
      return result;
    },

    prune: () => dropOldCodes(pool, clock.now() - dayMs),
  };
}

async function sendCode(options: CodesOptions, { address, language, ip }: WantedCode): Promise<void> {
  const { pool, digests, throttle } = options;
  const subject = subjectOf(digests, address);
  const taken = await throttle.take(sendLimits(options, { address, subject, ip }));
  if (isThrottled(taken)) {
    const seconds = secondsOf(taken);
    refuse(taken.by.scope === 'code-spacing' ? 'code-too-soon' : 'code-limit', { seconds });
  }
  const code = newCode();
  const digest = digests.code(subject, code);
  const expiresAt = taken.at + codeTiming.lifeMs;
  await putCode(pool, { subject, code: { digest, language: languageOf(language), sentAt: taken.at, expiresAt } });
  try {
    await deliver(options, { address, code, language });
  } catch (error) {
    log.warn('code not sent', { channel: address.channel, reason: reasonOf(error) });
    await dropCode(pool, { subject, digest });
    await throttle.giveBack(taken);
    refuse('code-not-sent');
  }
}

async function deliver(
  { mail, sms }: CodesOptions,
  { address, code, language }: { address: Address; code: string; language: string },
): Promise<void> {
  const kind = 'register-code';
  const { subject, text } = messageOf(kind, languageOf(language), code);
  if (address.channel === 'email') await mail.send({ to: address.value, kind, subject, text, code });
  else await sms.send({ to: address.value, kind, text, code });
}

function sendLimits(
  options: CodesOptions,
  { address, subject, ip }: { address: Address; subject: string; ip: string },
): Limit[] {
  const area = areaLimit(options, address);
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
      options.digests.subject('code-network', networkOf(ip)),
      options.limits.codesPerNetworkPerDay,
    ),
    ...(area ? [area] : []),
  ];
}

function areaLimit({ digests, limits }: CodesOptions, address: Address): Limit | undefined {
  if (address.channel !== 'sms' || !Number.isFinite(limits.unusedCodesPerAreaPerDay)) return undefined;
  return {
    scope: 'code-area',
    subject: digests.subject('code-area', address.areaCode),
    rule: { kind: 'limit', limit: limits.unusedCodesPerAreaPerDay, windowMs: dayMs },
  };
}

/** The purpose is part of it: a code for registering opens nothing else. */
const subjectOf = (digests: Digests, { channel, value }: Address): string =>
  digests.subject('register-code', `${channel} ${value}`);
