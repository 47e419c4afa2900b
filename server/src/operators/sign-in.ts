// Signing in: name, password and second factor together, looked at as seldom as an attacker deserves and never kept from the owner.
import { addressKey, householdsOfSite, siteKey } from '../kit/address-key.ts';
import { appendAudit } from '../kit/audit-log.ts';
import type { CallContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Passwords } from '../kit/passwords/passwords.ts';
import { plainWords } from '../kit/plain-words.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { networkAsker } from '../kit/throttle/fair-turns.ts';
import { networkLimits, siteLimits } from '../kit/throttle/network-limits.ts';
import { isThrottled, secondsOf, type Taken, type Throttle } from '../kit/throttle/throttle.ts';
import type { Limit } from '../kit/throttle/throttle-rules.ts';
import { digestOfToken, keyedDigest, newToken } from '../kit/tokens.ts';
import type { CheckSecondFactor } from './check-second-factor.ts';
import { insertSession, knownOrigins, readOperator, rememberOrigins, type Operator, type ShownProof } from './store.ts';

export interface SignInOptions {
  pool: Pool;
  passwords: Passwords;
  throttle: Throttle;
  codeKey: Buffer;
  checkSecondFactor: CheckSecondFactor;
}

interface Attempt {
  name: string;
  password: string;
  code: string;
}

const nobody = '00000000-0000-0000-0000-000000000000' as Operator['operatorId'];
const hourMs = 3_600_000;
/** Right and wrong ones alike. */
const triesPerOperatorPerHour = 100;
/** The part of them that only networks which the operator signed in from before can take. */
const keptForKnownNetworks = 20;
const triesPerNetworkPerMinute = 20;
const freeTriesPerNetwork = 5;
/** As of a customer: no more than half of what all networks that are not known have together. */
const triesPerOperatorAndSitePerHour = householdsOfSite * freeTriesPerNetwork;

type TryOptions = Pick<SignInOptions, 'pool' | 'throttle' | 'codeKey'>;

/** One try of an operator to come in, and where it comes from: the network, and of IPv6 the site around it. */
interface Try {
  taken: Taken;
  origins: string[];
}

/** Starts a session; returns the operator that it is of. */
export function createSignIn(options: SignInOptions) {
  const { pool, passwords, throttle, checkSecondFactor } = options;
  return async ({ name: typed, password, code }: Attempt, context: CallContext): Promise<Operator> => {
    const name = plainWords(typed).toLowerCase();
    const operator = await readOperator(pool, name);
    const asTry = await takeTry(options, { operator, name }, context);
    const mayComeIn = operator?.argon2 && operator.pepperId && !operator.isClosed;
    const stored = mayComeIn ? { argon2: operator.argon2!, pepperId: operator.pepperId! } : undefined;
    const asker = networkAsker(addressKey(context.ip));
    const verdict = await passwords.verify(password, stored, asker).catch(async (error: unknown) => {
      // Not looked at, as the machine is busy.
      await throttle.giveBack(asTry.taken);
      throw error;
    });
    // One that is outdated stays as it is until its operator changes it: the database lets nobody else replace it.
    const factor = verdict === 'wrong' || !operator ? undefined : await checkSecondFactor(operator, code);
    if (!operator || !factor) {
      await noteRefused(pool, name, context);
      return refuse('sign-in-failed');
    }
    const { operatorId, passwordId } = operator;
    await comeIn(options, asTry, { operatorId, name, passwordId, ...factor, otherwise: 'sign-in-failed' }, context);
    return operator;
  };
}

/** Counted before anything is looked at. */
export async function takeTry(
  { pool, throttle, codeKey }: TryOptions,
  { operator, name }: { operator: Pick<Operator, 'operatorId'> | undefined; name: string },
  { ip }: CallContext,
): Promise<Try> {
  const network = addressKey(ip);
  const site = siteKey(network);
  const places = site === undefined ? [network] : [network, site];
  const origins = places.map((place) => keyedDigest(codeKey, ['operator origin', place]));
  const known = await knownOrigins(pool, operator?.operatorId ?? nobody, origins);
  const isKnown = known.includes(origins[0]!);
  const who = operator?.operatorId ?? `nobody ${printable(name, 63)}`;
  const taken = await throttle.take(limitsOf({ codeKey, who, ip, network, isKnown, isSiteKnown: known.length > 0 }));
  return isThrottled(taken) ? refuse('login-throttled', { seconds: secondsOf(taken) }) : { taken, origins };
}

export const noteRefused = (pool: Pool, name: string, { ip }: CallContext): Promise<void> =>
  appendAudit(pool, { operator: printable(name, 63), act: 'sign-in-refused', detail: { ip } });

/** Who has shown all that is asked for: the waits before it are forgotten, and from here network and site are the operator's. */
export async function comeIn(
  { pool, throttle, codeKey }: TryOptions,
  { taken, origins }: Try,
  opening: Opening,
  context: CallContext,
): Promise<void> {
  const backoff = taken.limits.filter(({ rule }) => rule.kind === 'backoff');
  await throttle.forgive({ limits: backoff, at: taken.at });
  await inTransaction(pool, async (database) => {
    await rememberOrigins(database, opening.operatorId, origins);
    await openSession(database, { ...opening, codeKey }, context);
  });
}

interface Opening extends Pick<Operator, 'operatorId' | 'name'>, ShownProof {
  /** What is said where the proof has ended meanwhile. */
  otherwise: 'sign-in-failed' | 'passkey-refused';
}

/** A new session for somebody who has shown who he is; its token goes into the cookie. */
export async function openSession(
  database: Database,
  { name, otherwise, codeKey, ...opening }: Opening & Pick<TryOptions, 'codeKey'>,
  context: CallContext,
): Promise<void> {
  const token = newToken(opening.operatorId);
  const tokenHash = digestOfToken(codeKey, 'operator session', token);
  const { ip, userAgent } = { ip: printable(context.ip, 45), userAgent: printable(context.userAgent, 200) };
  if (!(await insertSession(database, { ...opening, tokenHash, ip, userAgent }))) refuse(otherwise);
  const by = opening.passkeyId === undefined ? {} : { by: 'passkey' };
  await appendAudit(database, { operator: name, act: 'sign-in', detail: { ip, user_agent: userAgent, ...by } });
  context.startSession(token);
}

/** As those of customers: of network and site, of operator and either together, and of the operator from wherever; none of a known site. */
function limitsOf({
  codeKey,
  who,
  ip,
  network,
  isKnown,
  isSiteKnown,
}: {
  codeKey: Buffer;
  who: string;
  ip: string;
  network: string;
  isKnown: boolean;
  isSiteKnown: boolean;
}): Limit[] {
  // oxfmt-ignore
  const subject = (text: string): string => keyedDigest(codeKey, ['operator sign-in', text]);
  const limit = triesPerOperatorPerHour - (isKnown ? 0 : keptForKnownNetworks);
  const where = { ip, isKnown: isSiteKnown };
  return [
    ...networkLimits({ ...where, scope: 'operator-network', subjectOf: subject, rule: { kind: 'limit', limit: triesPerNetworkPerMinute, windowMs: 60_000 } }), // oxfmt-ignore
    { scope: 'operator-pair', subject: subject(`${who} ${network}`), rule: { kind: 'backoff', freeTries: freeTriesPerNetwork, firstWaitMs: 1_000, longestWaitMs: 15 * 60_000, windowMs: 24 * hourMs } }, // oxfmt-ignore
    ...siteLimits({ ...where, scope: 'operator-site', subjectOf: (site) => subject(`${who} ${site}`), rule: { kind: 'limit', limit: triesPerOperatorAndSitePerHour, windowMs: hourMs } }), // oxfmt-ignore
    { scope: 'operator', subject: subject(who), rule: { kind: 'limit', limit, windowMs: hourMs } },
  ];
}

const printable = (text: string, lengthMax: number): string =>
  text.replace(/[^\x20-\x7e]/g, '?').slice(0, lengthMax) || '?';
