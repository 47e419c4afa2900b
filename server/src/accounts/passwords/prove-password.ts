// Whether a login password is right, looked at as seldom as an attacker deserves.
import type { Uuid } from '@candor/wire';
import { addressKey, householdsOfSite } from '../../kit/address-key.ts';
import type { Clock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { Digests } from '../digests.ts';
import { networkAsker } from '../../kit/throttle/fair-turns.ts';
import { networkLimits, siteLimits } from '../../kit/throttle/network-limits.ts';
import type { Asker } from '../../kit/throttle/fair-turns.ts';
import type { AccountLimits } from '../throttle/limits.ts';
import type { Passwords } from '../../kit/passwords/passwords.ts';
import { knownFrom } from '../origins.ts';
import { readCredential, rehashCredential } from '../store.ts';
import type { Credential } from '../store.ts';
import { isThrottled, secondsOf } from '../../kit/throttle/throttle.ts';
import type { Taken, Throttle } from '../../kit/throttle/throttle.ts';
import type { Limit } from '../../kit/throttle/throttle-rules.ts';

export interface ProvePasswordOptions {
  pool: Pool;
  clock: Clock;
  passwords: Passwords;
  throttle: Throttle;
  digests: Digests;
  limits: AccountLimits;
}

interface Attempt {
  /** Undefined when nobody has the name; everything is then done all the same. */
  accountId: Uuid | undefined;
  /** Whom wrong tries count for when there is no account. */
  name: string;
  password: string;
  ip: string;
  /** Whose turn it takes: of who is in a session the account's; the network's unless given, as anyone may try to log in. */
  asker?: Asker;
}

/** The credential's version if the password is right, else undefined. */
export type ProvePassword = (attempt: Attempt) => Promise<number | undefined>;

export const nobody = '00000000-0000-0000-0000-000000000000' as Uuid;
const hourMs = 3_600_000;
const wrongPerAccountPerHour = 100;
/** The part of it that only networks which the account was used from before can take. */
const keptForKnownNetworks = 20;
const freeTriesPerNetwork = 5;
/** No more than half of what all networks that are not known have together: the rest is left to the owner elsewhere. */
const wrongPerAccountAndSitePerHour = householdsOfSite * freeTriesPerNetwork;
/** Right ones cost the same work; whoever knows the password needs fewer. */
const rightPerAccountPerHour = 100;

export function createProvePassword(options: ProvePasswordOptions): ProvePassword {
  const { pool, passwords, throttle, digests } = options;
  return async ({ accountId, name, password, ip, asker: ownAsker }) => {
    const network = addressKey(ip);
    const asker = ownAsker ?? networkAsker(network);
    const known = await knownFrom(pool, digests, { accountId: accountId ?? nobody, ip });
    const who = accountId ?? `nobody ${name}`;
    const right = rightLimit(digests, who);
    const from = { ip, network, isKnown: known.network, isOfOwnSite: known.site || ownAsker !== undefined };
    const taken = await throttle.take(limitsOf({ digests, limits: options.limits, who, from }));
    if (isThrottled(taken)) refuse('login-throttled', { seconds: secondsOf(taken) });
    const full = await throttle.look([right]);
    if (full) {
      await throttle.giveBack(taken);
      refuse('login-throttled', { seconds: secondsOf(full) });
    }
    const credential = await readCredential(pool, { accountId: accountId ?? nobody, kind: 'login' });
    const verdict = await look({ passwords, throttle, taken, password, credential, asker });
    if (verdict === 'wrong' || !credential || !accountId) {
      log.info('wrong login password', { accountId: accountId ?? null });
      return undefined;
    }
    await throttle.forgive(taken);
    const counted = await throttle.take([right]);
    if (isThrottled(counted)) refuse('login-throttled', { seconds: secondsOf(counted) });
    if (verdict === 'outdated') {
      const { version } = credential;
      await rehashCredential(pool, { accountId, kind: 'login', version, ...(await passwords.hash(password, asker)) });
    }
    return credential.version;
  };
}

/**
 * Several limits at once. The network's slows down stuffing of many accounts. The backoff of account and network together
 * stops guessing from one place without touching the owner, who sits elsewhere. The account's own cap stops guessing
 * from many places; it could be used to lock the owner out, so its last part is kept for networks from which the account
 * was used before: there the right password always finds a way in. A site of IPv6 is one place too, and takes at most
 * half of what the others have; not where the account was used from it before, as its neighbours would lock a phone out that has another
 * network each time.
 */
function limitsOf({
  digests,
  limits,
  who,
  from: { ip, network, isKnown, isOfOwnSite },
}: {
  digests: Digests;
  limits: AccountLimits;
  who: string;
  /** `isOfOwnSite`: it was used from the site before, or is now. */
  from: { ip: string; network: string; isKnown: boolean; isOfOwnSite: boolean };
}): Limit[] {
  const capOfAccount = wrongPerAccountPerHour - (isKnown ? 0 : keptForKnownNetworks);
  const where = { ip, isKnown: isOfOwnSite };
  return [
    ...networkLimits({
      ...where,
      scope: 'login-network',
      subjectOf: (place) => digests.subject('login-network', place),
      rule: { kind: 'limit', limit: limits.loginsPerNetworkPerMinute, windowMs: 60_000 },
    }),
    {
      scope: 'login-account-network',
      subject: digests.subject('login-account-network', `${who} ${network}`),
      rule: {
        kind: 'backoff',
        freeTries: freeTriesPerNetwork,
        firstWaitMs: 1_000,
        longestWaitMs: 15 * 60_000,
        windowMs: 24 * hourMs,
      },
    },
    ...siteLimits({
      ...where,
      scope: 'login-account-site',
      subjectOf: (site) => digests.subject('login-account-site', `${who} ${site}`),
      rule: { kind: 'limit', limit: wrongPerAccountAndSitePerHour, windowMs: hourMs },
    }),
    {
      scope: 'login-account',
      subject: digests.subject('login-account', who),
      rule: { kind: 'limit', limit: capOfAccount, windowMs: hourMs },
    },
  ];
}

/** Counted after the look alone, so that wrong tries of others take none of it. */
const rightLimit = (digests: Digests, who: string): Limit => ({
  scope: 'login-right',
  subject: digests.subject('login-right', who),
  rule: { kind: 'limit', limit: rightPerAccountPerHour, windowMs: hourMs },
});

/** A password that was not looked at, because the machine is busy, does not count as tried. */
async function look({
  passwords,
  throttle,
  taken,
  password,
  credential,
  asker,
}: {
  passwords: Passwords;
  throttle: Throttle;
  taken: Taken;
  password: string;
  credential: Credential | undefined;
  asker: Asker;
}): ReturnType<Passwords['verify']> {
  try {
    return await passwords.verify(password, credential, asker);
  } catch (error) {
    await throttle.giveBack(taken);
    throw error;
  }
}
