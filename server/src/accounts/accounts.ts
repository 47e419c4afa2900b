// The face of accounts: its feature, and the facts about accounts that the rest of the server may ask for.
import type { User, Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { CallContext, Feature, Session } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { SmsSender } from '../kit/sms.ts';
import { bindAccountCalls } from './account-calls.ts';
import { createAccountFacts } from './account-facts.ts';
import type { AccountFacts } from './account-facts.ts';
import { createChangePassword } from './change-password.ts';
import { createCodes } from './codes.ts';
import { createDigests } from './digests.ts';
import { openExperienceAccount } from './experience-account.ts';
import { limitsOfMode } from './limits.ts';
import type { AccountLimits } from './limits.ts';
import { createLogIn, enter } from './log-in.ts';
import { createNotices } from './notices.ts';
import { createPasswords } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';
import { createProvePassword } from './prove-password.ts';
import { reasonOf } from './reason-of.ts';
import { createRegister } from './register.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import { readAccount } from './store.ts';
import { createThrottle } from './throttle.ts';
import { createCheckTradePassword } from './trade-password.ts';
import type { CheckTradePassword } from './trade-password.ts';

export interface AccountsOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  bus: Bus;
  mail: MailSender;
  sms: SmsSender;
  /** None of them is in the database. Passwords hashed with an older pepper are hashed anew at the next login. */
  secrets: { pepper: Buffer; olderPeppers?: readonly Buffer[]; fingerprintKey: Buffer; codeKey: Buffer };
  mode: 'demo' | 'production';
  isInviteOnly: boolean;
  /** Tests lower it; argon2 is slow on purpose. */
  passwordCost?: PasswordCost;
  limits?: Partial<AccountLimits>;
}

export interface Accounts extends AccountFacts {
  feature: Feature;
  sessions: Pick<Sessions, 'find'>;
  /** Throttled and locked as domain.md says; every call that asks for a trade password asks here. */
  checkTradePassword: CheckTradePassword;
  /** Opens the person's experience account, or finds the one that is there. */
  openExperienceAccount(wanted: { owner: Session; password: string }): Promise<{ accountId: Uuid; isNew: boolean }>;
  /** Starts a session of an account that the caller proved to own, in place of the one that the call came with. */
  enter(accountId: Uuid, context: CallContext): Promise<User>;
  /** Passwords looked at since the start: what login costs this process. */
  passwordEvaluations(): number;
}

const pruneEveryMs = 3_600_000;

export function createAccounts(options: AccountsOptions): Accounts {
  const { pool, clock, newId, bus, mail, sms, secrets, mode, isInviteOnly, passwordCost } = options;
  const limits = { ...limitsOfMode[mode], ...options.limits };
  const digests = createDigests(secrets);
  const passwords = createPasswords({
    peppers: [secrets.pepper, ...(secrets.olderPeppers ?? [])],
    ...(passwordCost && { cost: passwordCost }),
  });
  const throttle = createThrottle({ pool, clock });
  const sessions = createSessions({ pool, clock, newId, bus });
  const notices = createNotices({ pool, mail, sms });
  const codes = createCodes({ pool, clock, mail, sms, digests, throttle, limits });
  const provePassword = createProvePassword({ pool, clock, passwords, throttle, digests, limits });
  const checkTradePassword = createCheckTradePassword({ pool, clock, passwords, notices });
  const logIn = createLogIn({ pool, provePassword, sessions, digests });
  const registerAccount = createRegister({
    pool,
    clock,
    newId,
    codes,
    passwords,
    notices,
    digests,
    throttle,
    limits,
    isInviteOnly,
  });
  const changePassword = createChangePassword({
    pool,
    clock,
    passwords,
    provePassword,
    checkTradePassword,
    sessions,
    notices,
    digests,
  });
  const facts = createAccountFacts({ pool, clock, bus, digests });

  const calls = bindAccountCalls({ logIn, codes, registerAccount, changePassword, sessions, facts });

  const prune = (): void => {
    Promise.all([throttle.prune(), codes.prune(), sessions.prune()]).catch((error: unknown) =>
      log.warn('accounts not pruned', { reason: reasonOf(error) }),
    );
  };
  let pruning: NodeJS.Timeout | undefined;
  return {
    ...facts,
    feature: {
      name: 'accounts',
      calls,
      async start() {
        pruning = setInterval(prune, pruneEveryMs).unref();
      },
      async stop() {
        clearInterval(pruning);
        await notices.settled();
      },
    },
    sessions: { find: sessions.find },
    checkTradePassword,
    openExperienceAccount: (wanted) => openExperienceAccount({ pool, clock, newId, passwords }, wanted),
    async enter(accountId, context) {
      const account = await readAccount(pool, accountId);
      if (!account) refuse('login-required');
      return enter({ pool, sessions, digests }, { accountId, loginVersion: account.loginVersion, context });
    },
    passwordEvaluations: passwords.evaluations,
  };
}
