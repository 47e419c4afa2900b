// Six-digit codes that prove an address: sent, tried a few times, spent once.
import { codeTiming } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import { log } from '../../kit/log.ts';
import { failureOf, type MailSender } from '../../kit/mail.ts';
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
import { networkLimits, siteLimits } from '../../kit/throttle/network-limits.ts';
import { isThrottled, secondsOf } from '../../kit/throttle/throttle.ts';
import type { Taken, Throttle } from '../../kit/throttle/throttle.ts';
import type { Limit, LimitRule } from '../../kit/throttle/throttle-rules.ts';

/** Where a code goes. */
export type Address = { channel: 'email'; value: string } | { channel: 'sms'; value: string; areaCode: string };

export interface Codes {
  /** The same for an address with an account and without one. */
  send(wanted: WantedCode): Promise<void>;
  /** Refuses a network that tries too many codes; called once a request. `isKnown`: whatever others of its site try. */
  admit(ip: string, asked?: { isKnown: boolean }): Promise<void>;
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
   * Where the answer must not say whether somebody has the address: the message leaves after it, or not at all. So it is where only the
   * site has asked for too many and `isKnown` is not so.
   */
  quietly?: 'sent' | 'not-sent';
  /**
   * It goes to the account's own address, and is asked for in its session or from a network or site that the account was used from before:
   * how many others of the site ask for does not matter, but for those by SMS to one area, which cost money.
   */
  isKnown?: boolean;
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
  /** How long a request waits until its code has left. */
  patience?: (() => AbortSignal) | undefined;
}

const patienceMs = 8_000;
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

    async admit(ip, { isKnown } = { isKnown: false }) {
      const scope = 'code-tries';
      const rule = { kind: 'limit', limit: limits.codeTriesPerNetworkPerMinute, windowMs: 60_000 } as const;
      const subjectOf = (network: string): string => digests.subject(scope, network);
      const taken = await throttle.take(networkLimits({ ip, isKnown, scope, subjectOf, rule }));
      if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
    },

    async use({ purpose, address, code, use, ip, database }) {
      const subject = subjectOf(digests, purpose, address);
      const digest = digests.code(subject, typedCode(code));
      const within = async (inside: Database) => {
        const stored = await lockCode(inside, subject);
        const { verdict, next } = tryCode(stored, { digest, use, now: clock.now() });
        if (next) await storeCode(inside, { subject, state: next });
        if (verdict !== 'right') log.info('code refused', { purpose, channel: address.channel, verdict });
        if (use === 'spend' && verdict === 'right' && address.channel === 'sms') {
          await areas.countUsed(inside, address.areaCode);
        }
        return { verdict, language: stored?.language ?? 'en', sentAt: stored?.sentAt };
      };
      if (database) return within(database);
      const result = await inTransaction(pool, within);
      // The address's owner read the code: it was not sent for the sake of sending, and its site may have many owners.
      const counted = [...siteLimits(ofNetwork(parts, ip)), ...areaLimits(parts, { address, ip, isFlooded: false })];
      if (result.verdict === 'right') await throttle.giveBack({ limits: counted, at: result.sentAt! });
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
  const { purpose, address, language, ip, quietly, isKnown = false } = wanted;
  const subject = subjectOf(digests, purpose, address);
  const isFlooded = address.channel === 'sms' && (await areas.isFlooded(address.areaCode));
  const { own, ofSite } = sendLimits(options, { address, subject, ip, isFlooded });
  const isQuiet = quietly !== undefined;
  const wide = await throttle.take(isKnown && !isQuiet ? own : [...own, ...ofSite]);
  // A site that is full refuses those alone whom the account does not know: where that must not be told, all are asked the same, and
  // answered the same.
  const isSiteFull = isQuiet && isThrottled(wide);
  const taken = isSiteFull ? await throttle.take(own) : wide;
  if (isThrottled(taken)) {
    const seconds = secondsOf(taken);
    refuse(taken.by.scope === 'code-spacing' ? 'code-too-soon' : 'code-limit', { seconds });
  }
  if (isFlooded) log.warn('security: more unused codes than usual go to one area', { area: address.areaCode });
  const code = newCode();
  const digest = digests.code(subject, code);
  const expiresAt = taken.at + codeTiming.lifeMs;
  await putCode(pool, { subject, code: { digest, language: languageOf(language), sentAt: taken.at, expiresAt } });
  if (quietly === 'not-sent' || (isSiteFull && !isKnown)) return;
  const sending = deliver(options, wanted, { code, digest, subject, taken });
  const afterwards = sending.then(() => void underWay.delete(afterwards));
  underWay.add(afterwards);
  if (quietly !== undefined) return;
  // SMS ends by its own patience.
  if (address.channel === 'sms') return (await sending) ? undefined : refuse('code-not-sent');
  const isSent = await Promise.race([sending, endOf(options.patience?.() ?? AbortSignal.timeout(patienceMs))]);
  // The code that still arrives is good: it stays until the message is known not to leave.
  if (isSent === undefined) refuse('code-late');
  if (!isSent) refuse('code-not-sent');
}

const endOf = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));

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
    // Perhaps taken: a code that arrives is good.
    if (failureOf(error) === 'unanswered') return true;
    await dropCode(pool, { subject, digest });
    await count(-1);
    await throttle.giveBack(taken);
    return false;
  }
}

const perDay = (limit: number): LimitRule => ({ kind: 'limit', limit, windowMs: dayMs });

interface Sending {
  address: Address;
  subject: string;
  ip: string;
  isFlooded: boolean;
}

function sendLimits(
  options: CodeParts,
  { address, subject, ip, isFlooded }: Sending,
): Record<'own' | 'ofSite', Limit[]> {
  const [ofAddress, ...ofSite] = networkLimits(ofNetwork(options, ip));
  const own: Limit[] = [
    { scope: 'code-spacing', subject, rule: { kind: 'limit', limit: 1, windowMs: codeTiming.betweenSendsMs } },
    { scope: 'code-address', subject, rule: perDay(codesPerAddressPerDay) },
    ofAddress!,
    ...areaLimits(options, { address, ip, isFlooded }),
  ];
  return { own, ofSite };
}

function ofNetwork({ digests, limits }: CodeParts, ip: string) {
  const scope = 'code-network';
  const subjectOf = (network: string): string => digests.subject(scope, network);
  return { ip, scope, subjectOf, rule: perDay(limits.codesPerNetworkPerDay) };
}

/** A network's unused codes to an area, and its site's: they count from the first one on, and weigh once the area is flooded. */
function areaLimits(
  { digests, limits }: CodeParts,
  { address, ip, isFlooded }: Pick<Sending, 'address' | 'ip' | 'isFlooded'>,
): Limit[] {
  if (address.channel !== 'sms' || !Number.isFinite(limits.unusedCodesPerAreaPerDay)) return [];
  const scope = 'code-area-network';
  const rule = perDay(isFlooded ? limits.unusedCodesPerNetworkToFloodedArea : limits.unusedCodesPerAreaPerDay);
  const subjectOf = (network: string): string => digests.subject(scope, `${address.areaCode} ${network}`);
  return networkLimits({ ip, scope, subjectOf, rule });
}

/** The purpose is part of it: a code for registering opens nothing else. */
const subjectOf = (digests: Digests, purpose: CodePurpose, { channel, value }: Address): string =>
  digests.subject(`${purpose}-code`, `${channel} ${value}`);
