// Operators of a console without its door: invited, accepted and signed in by the calls themselves, on a clock that tests set by hand.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  acceptInvitation,
  addOperatorPasskey,
  beginOperatorPasskey,
  beginOperatorPasskeySignIn,
  lookAtInvitation,
  signInOperator,
  signInWithPasskey,
  type Endpoint,
  type OperatorRole,
  type Uuid,
} from '@candor/wire';
import { Secret, TOTP } from 'otpauth';
import type { z } from 'zod';
import { acts } from '../../src/acts/acts.ts';
import { manualClock, systemClock } from '../../src/kit/clock.ts';
import type { BoundAct } from '../../src/kit/act.ts';
import type { BoundCall, CallContext } from '../../src/kit/feature.ts';
import { log } from '../../src/kit/log.ts';
import { idMaker } from '../../src/kit/new-id.ts';
import { openPool } from '../../src/kit/postgres.ts';
import { refuse } from '../../src/kit/refuse.ts';
import { createOperator } from '../../src/operators/create-operator.ts';
import { createOperators, type Operators } from '../../src/operators/create-operators.ts';
import { quickCost } from './accounts.ts';
import { cloneDatabase, runAsOwner, type TestDatabase } from './database.ts';
import { newKey } from './money.ts';
import { SoftwarePasskey } from './software-passkey.ts';

export interface ConsoleBrowser {
  token?: string;
  ip?: string;
}

export const consolePassword = 'wren and lark and a third bird';
export const consoleOrigin = 'https://console.candor.example';

interface OperatorsForTests {
  /** As in a production. */
  signsApprovals?: boolean;
  /** One that another stage has; one of its own unless given. */
  database?: Pick<TestDatabase, 'url' | 'consoleUrl' | 'ownerUrl'>;
  /** What these operators decide on besides. */
  desk?: (operators: Operators) => { calls: readonly BoundCall[]; acts: readonly BoundAct[] };
}

export async function operatorsForTests(options: OperatorsForTests = {}) {
  const { signsApprovals = false } = options;
  log.setLevel('silent');
  const clock = manualClock(Date.UTC(2026, 10, 26, 12));
  const secrets = { pepper: randomBytes(32), codeKey: randomBytes(32) };
  const own = options.database ? undefined : await cloneDatabase();
  const database = options.database ?? own!;
  const pool = openPool(database.consoleUrl, 8);
  const owner = openPool(database.ownerUrl, 2);
  const operators = createOperators({
    pool,
    clock,
    mode: 'demo',
    secrets,
    consoleOrigin,
    signsApprovals,
    passwordCost: quickCost,
  });
  const desk = options.desk?.(operators) ?? { calls: [], acts: [] };
  const boundActs = [...(operators.web.acts ?? []), ...desk.acts];
  // Proposals grow old by the clock of the database.
  const decided = acts.web!({
    pool,
    clock: systemClock,
    newId: idMaker(systemClock),
    operators,
    acts: () => boundActs,
  });
  const calls = [...operators.web.calls, ...decided.calls, ...desk.calls];

  /** As the door of the console does it. */
  async function call<One extends Endpoint>(
    browser: ConsoleBrowser,
    one: One,
    payload: z.input<One['payload']>,
  ): Promise<z.output<One['reply']>> {
    const bound = calls.find((each) => each.call === one)!;
    const operator = browser.token === undefined ? undefined : await operators.sessions.find(browser.token);
    if (typeof one.who !== 'string') {
      if (!operator) refuse('login-required');
      if (one.needsStepUp && operator.steppedUpUntil <= Date.now()) refuse('step-up-required');
    }
    const { ip = '198.51.100.1' } = browser;
    const startSession = (token: string): void => void (browser.token = token);
    const context = { ip, userAgent: 'test', origin: 'https://proxied.example', startSession, operator, receivedAt: Date.now(), idempotency: newKey() } as unknown as CallContext; // oxfmt-ignore
    return one.reply.parse(await bound.handle(one.payload.parse(payload), context)) as z.output<One['reply']>;
  }

  /** The next code each time, as half a minute later. */
  const totpOf = (secret: string) => (): string => {
    clock.advance(30_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  };

  /** Follows a link. */
  async function accept(token: string) {
    const { secret, name, renews } = await call({}, lookAtInvitation, { token });
    const code = totpOf(secret);
    const asked = { token, password: consolePassword, code: code() };
    const { recovery_codes: codes, fingerprint } = await call({}, acceptInvitation, asked);
    return { name, renews, code, codes, fingerprint };
  }

  /** Signed in, with the second factor shown just now. */
  async function person(name: string, role: OperatorRole = 'treasurer') {
    const operatorId = randomUUID() as Uuid;
    const { token } = await createOperator(owner, { operatorId, name, role, ...secrets, by: 'a test' });
    const accepted = await accept(token);
    const browser: ConsoleBrowser = {};
    await call(browser, signInOperator, { name, password: consolePassword, code: accepted.code() });
    return { ...accepted, operatorId, browser };
  }

  async function newPasskey(browser: ConsoleBrowser, name = 'Key'): Promise<SoftwarePasskey> {
    const passkey = new SoftwarePasskey(consoleOrigin);
    const { options } = await call(browser, beginOperatorPasskey, {});
    await call(browser, addOperatorPasskey, { name, answer: passkey.make(options) });
    return passkey;
  }

  return {
    clock,
    secrets,
    database,
    pool,
    owner,
    call,
    totpOf,
    accept,
    person,
    newPasskey,
    async withPasskey(name: string, role?: OperatorRole) {
      const one = await person(name, role);
      return { ...one, passkey: await newPasskey(one.browser) };
    },
    signInOptions: async (): Promise<string> => (await call({}, beginOperatorPasskeySignIn, {})).options,
    enterWith: (answer: string, browser: ConsoleBrowser = {}) => call(browser, signInWithPasskey, { answer }),
    /** The minutes of every second factor are over. */
    stepDown: () => runAsOwner(database, `update operator_sessions set stepped_up_at = now() - interval '6 minutes'`),
    async end() {
      await Promise.all([pool.end(), owner.end()]);
      await own?.drop();
    },
  };
}
