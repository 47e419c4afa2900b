// Accounts where requests arrive: their calls, and the facts about accounts that the rest of the server may ask for.
import type { HoldReason, User, Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { CallContext, SelfContext, Session } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { SmsSender } from '../kit/sms.ts';
import { bindAccountCalls } from './account-calls.ts';
import { createAccountFacts } from './account-facts.ts';
import type { AccountFacts } from './account-facts.ts';
import { createChangePassword } from './passwords/change-password.ts';
import { createCodes } from './codes/codes.ts';
import { createDigests } from './digests.ts';
import { createExperience } from './experience-account.ts';
import type { PreparedExperience } from './prepare-experience.ts';
import { limitsOfMode } from './throttle/limits.ts';
import type { AccountLimits } from './throttle/limits.ts';
import { createLogIn, enter } from './log-in.ts';
import { createNotices, type Notices } from './codes/notices.ts';
import type { NoticedKind } from './codes/messages.ts';
import { createChallenges } from '../kit/passkeys/challenges.ts';
import { createPasskeys } from '../kit/passkeys/passkeys.ts';
import { createPasswords } from '../kit/passwords/passwords.ts';
import type { PasswordCost } from '../kit/passwords/passwords.ts';
import { keptPasskeys } from './passkeys/passkey-store.ts';
import { createSecurity } from './security/create-security.ts';
import { createFreezeLinks } from './security/freeze-links.ts';
import { createCustomerFactor } from './security/customer-factor.ts';
import { createProveOwner, type ProveOwner } from './security/prove-owner.ts';
import { createSecurityLog, type SecurityLog } from './security/security-log.ts';
import { createProvePassword } from './passwords/prove-password.ts';
import { createRegister } from './register.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Sessions } from './sessions/sessions.ts';
import { readHolds } from './security/security-store.ts';
import { readAccount } from './store.ts';
import { createThrottle } from '../kit/throttle/throttle.ts';
import { createCheckTradePassword } from './passwords/trade-password.ts';
import type { CheckTradePassword } from './passwords/trade-password.ts';

export interface AccountsOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  bus: Bus;
  mail: MailSender;
  /** For tests: how long a request waits until its code has left. */
  codePatience?: () => AbortSignal;
  sms: SmsSender;
  /** None of them is in the database. Passwords hashed with an older pepper are hashed anew at the next login. */
  secrets: { pepper: Buffer; olderPeppers?: readonly Buffer[]; fingerprintKey: Buffer; codeKey: Buffer };
  mode: 'demo' | 'production';
  isInviteOnly: boolean;
  /** Where links in messages lead; where a request came to unless given. */
  publicOrigin?: string | undefined;
  /** Tests lower it; argon2 is slow on purpose. */
  passwordCost?: PasswordCost | undefined;
  limits?: Partial<AccountLimits>;
}

export interface Accounts extends AccountFacts {
  web: WebPart;
  sessions: Pick<Sessions, 'find' | 'known'>;
  /** Throttled and locked as domain.md says; every call that asks for a trade password asks here. */
  checkTradePassword: CheckTradePassword;
  /** What every binding act of another part is proven with, chosen by the act. */
  proveOwner: ProveOwner['whole'];
  /** The same without the login password, for acts that a password of their own is asked for. */
  proveBesidesPassword: ProveOwner['besidesPassword'];
  /** Until when nothing may be withdrawn, and why: the longest first, each reason once. Withdrawals ask here. */
  holdsOf(accountId: Uuid): Promise<{ reason: HoldReason; endsAt: number }[]>;
  /** Keeps in the account's history what happened, and writes to its owner, who can freeze it by the link. */
  noteSecurity(kind: NoticedKind, context: SelfContext): Promise<void>;
  /** Refuses with `password-wrong` unless it is the caller's login password. */
  provePassword: ProveOwner['password'];
  /** Opens the person's experience account, or finds the one that is there. */
  openExperienceAccount(wanted: { owner: Session; password: string }): Promise<{ accountId: Uuid; isNew: boolean }>;
  /** What a command writes to open it; refuses with `password-length`, `password-weak` and `busy`. */
  prepareExperience(wanted: { ownerId: Uuid; password: string }): Promise<PreparedExperience>;
  /** Of what was asked: of its password nothing can be found out from it. */
  experienceDigest(wanted: { ownerId: Uuid; password: string }): Buffer;
  /** Starts a session of an account that the caller proved to own, in place of the one that the call came with. */
  enter(accountId: Uuid, context: CallContext): Promise<User>;
  /** How often argon2 ran since the start: what passwords cost this process. */
  passwordEvaluations(): number;
}

const pruneEveryMs = 3_600_000;
/** A session that has run out loses its sockets by this. */
const endSessionsEveryMs = 2_000;

/** As long as the code of a message that may go with the answer. */
const challengeMs = 600_000;

export function createAccounts(options: AccountsOptions): Accounts {
  const { pool, clock, newId, bus, mail, sms, secrets, mode, isInviteOnly, passwordCost } = options;
  const limits = { ...limitsOfMode[mode], ...options.limits };
  const digests = createDigests(secrets);
  const peppers = [secrets.pepper, ...(secrets.olderPeppers ?? [])] as const;
  const passwords = createPasswords({ peppers, ...(passwordCost && { cost: passwordCost }) });
  const throttle = createThrottle({ pool, clock });
  const sessions = createSessions({ pool, clock, newId, bus, key: secrets.codeKey });
  const links = createFreezeLinks({ key: secrets.codeKey, publicOrigin: options.publicOrigin });
  const notices = createNotices({ pool, mail, sms, links });
  const securityLog = createSecurityLog({ pool, clock, newId });
  const codes = createCodes({ pool, clock, mail, sms, digests, throttle, limits, patience: options.codePatience });
  const provePassword = createProvePassword({ pool, clock, passwords, throttle, digests, limits });
  const checkTradePassword = createCheckTradePassword({ pool, clock, passwords, notices });
  const challenges = createChallenges({ pool, clock, key: secrets.codeKey, whose: 'customer', lifeMs: challengeMs });
  const passkeys = createPasskeys({ kept: keptPasskeys({ pool, clock }), challenges, place: 'Candor', publicOrigin: options.publicOrigin }); // oxfmt-ignore
  const factor = createCustomerFactor({ pool, clock, throttle, digests, notices, securityLog, peppers, passkeys });
  const owner = createProveOwner({ pool, codes, provePassword, factor });
  const logIn = createLogIn({ pool, clock, provePassword, sessions, digests, factor, securityLog });
  const registerAccount = createRegister({ pool, clock, newId, codes, passwords, notices, digests, throttle, limits, isInviteOnly }); // oxfmt-ignore
  const changePassword = createChangePassword({ pool, clock, passwords, provePassword, checkTradePassword, sessions, notices, securityLog, owner, digests, throttle, limits }); // oxfmt-ignore
  const facts = createAccountFacts({ pool, clock, bus, digests });

  const securityCalls = createSecurity({ pool, clock, newId, bus, codes, passwords, owner, sessions, notices, securityLog, factor, throttle, digests, peppers, passkeys, links, limits }); // oxfmt-ignore
  const accountCalls = bindAccountCalls({ logIn, codes, registerAccount, changePassword, sessions, facts });
  const calls = [...accountCalls, ...securityCalls];

  const prune = async (): Promise<void> => {
    for (const each of [throttle, codes]) await each.prune();
    for (const each of [securityLog, challenges]) await each.prune(pool);
  };
  return {
    ...facts,
    web: {
      calls,
      jobs: jobsOf(prune, sessions),
      async stop() {
        await codes.settled();
        await securityLog.settled();
        await notices.settled();
      },
    },
    sessions: { find: sessions.find, known: sessions.known },
    checkTradePassword,
    proveOwner: (...asked) => owner.whole(...asked),
    proveBesidesPassword: (...asked) => owner.besidesPassword(...asked),
    holdsOf: (accountId) => readHolds(pool, accountId, clock.now()),
    noteSecurity: (kind, context) => noteSecurity({ pool, securityLog, notices }, kind, context),
    provePassword: (...asked) => owner.password(...asked),
    ...createExperience({ pool, clock, newId, passwords, limits, digests }),
    async enter(accountId, context) {
      const account = await readAccount(pool, accountId);
      if (!account) refuse('login-required');
      return enter({ pool, sessions, digests }, { accountId, loginVersion: account.loginVersion, context });
    },
    passwordEvaluations: passwords.evaluations,
  };
}

async function noteSecurity(
  { pool, securityLog, notices }: { pool: Pool; securityLog: SecurityLog; notices: Notices },
  kind: NoticedKind,
  context: SelfContext,
): Promise<void> {
  const { accountId } = context.session;
  const eventId = await securityLog.record(pool, { accountId, kind, context });
  notices.tell(accountId, kind, { eventId, origin: context.origin });
}

const jobsOf = (prune: () => Promise<void>, sessions: Sessions): NonNullable<WebPart['jobs']> => [
  createJob({ name: 'prune-accounts', role: 'web', every: pruneEveryMs, isShared: true, run: prune }),
  createJob({ name: 'end-sessions', role: 'web', every: endSessionsEveryMs, isShared: true, run: () => sessions.prune() }), // oxfmt-ignore
];
