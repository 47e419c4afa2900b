// Accounts on a database of their own, and visitors who call them as browsers do: payload checked, cookie kept.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Action, Endpoint, RefusalCode, User, Uuid } from '@candor/wire';
import { queryLogin, register, sendEmailCode, sendProofCode, sendSms, updateUser } from '@candor/wire';
import type { z } from 'zod';
import { cloneDatabase } from './database.ts';
import { demoCalls } from '../../src/demo/demo-web.ts';
import { checkRefusal } from '../../src/http/check-reply.ts';
import { createBus } from '../../src/kit/bus.ts';
import { manualClock } from '../../src/kit/clock.ts';
import type { BoundCall, CallContext, SelfContext } from '../../src/kit/feature.ts';
import { log } from '../../src/kit/log.ts';
import { idMaker } from '../../src/kit/new-id.ts';
import { createOutbox } from '../../src/kit/outbox.ts';
import { openPool } from '../../src/kit/postgres.ts';
import { Refusal } from '../../src/kit/refuse.ts';
import { createAccounts } from '../../src/accounts/create-accounts.ts';
import { withMailPhrases } from '../../src/accounts/codes/mail-phrases.ts';
import type { AccountsOptions } from '../../src/accounts/create-accounts.ts';
import type { Sessions } from '../../src/accounts/sessions/sessions.ts';

export const startMs = Date.UTC(2026, 0, 15, 12);
export const quickCost = { memoryKiB: 8, passes: 1 };

type PayloadFor<Call extends Endpoint | Action> = z.input<Call['payload']>;
type ReplyFor<Call extends Endpoint | Action> = z.output<Call['reply']>;

export interface Visitor {
  call<Call extends Endpoint | Action>(call: Call, payload: PayloadFor<Call>): Promise<ReplyFor<Call>>;
  token: string | undefined;
  ip: string;
}

export async function accountsForTests(overrides: Partial<AccountsOptions> = {}) {
  log.setLevel('error');
  const database = await cloneDatabase();
  const pool = openPool(database.url, 8);
  const clock = manualClock(startMs);
  const bus = createBus();
  const outbox = createOutbox({ pool, clock });
  const secrets = { pepper: randomBytes(32), fingerprintKey: randomBytes(32), codeKey: randomBytes(32) };
  const options: AccountsOptions = {
    pool,
    clock,
    newId: idMaker(clock),
    bus,
    mail: withMailPhrases({ pool, mail: outbox.mail }),
    sms: outbox.sms,
    secrets,
    mode: 'production',
    isInviteOnly: false,
    passwordCost: quickCost,
    ...overrides,
  };
  const accounts = createAccounts(options);
  const funded: string[] = [];
  const demo = demoCalls({
    mode: options.mode,
    accounts,
    outbox,
    giveTestMoney: async ({ coin, amount }) => ({ coin, amount, balance: amount }),
    fundExperience: async (accountId) => void funded.push(accountId),
    areBonusesOffered: () => true,
  });

  const visitor = (ip = '203.0.113.7'): Visitor =>
    visitorOf({ calls: [...accounts.web.calls, ...demo], sessions: accounts.sessions, ip });

  const lastCode = async (recipient: string): Promise<string> => {
    const code = (await outbox.list(recipient)).find((message) => message.code !== null)?.code;
    assert.ok(code, `a code was sent to ${recipient}`);
    return code;
  };
  /** Registers by e-mail, or by phone when it begins with +, and logs in. */
  const person = async (address: string, { password = 'correct horse', ip = '203.0.113.7' } = {}) => {
    const browser = visitor(ip);
    const isPhone = address.startsWith('+');
    await (isPhone
      ? browser.call(sendSms, { mobile: address, source: 1 })
      : browser.call(sendEmailCode, { email: address }));
    const name = isPhone ? { user_phone: address } : { user_name: address };
    await browser.call(register, { ...name, user_password: password, authCode: await lastCode(address) });
    const { RESULT_LIST } = await browser.call(queryLogin, { user_name: address, user_password: password });
    return { browser, user: RESULT_LIST[0]! as User, password };
  };
  /** The first one, which asks for the login password and the code of a message. */
  const setTradePassword = async ({ browser, user, password }: Awaited<ReturnType<typeof person>>, next: string) => {
    await browser.call(sendProofCode, {});
    const code = await lastCode(user.user_name.includes('@') ? user.user_name : user.user_phone!);
    return browser.call(updateUser, { account_id: user.account_id, user_paypass: next, original: password, code });
  };
  return {
    accounts,
    setTradePassword,
    options,
    pool,
    clock,
    bus,
    outbox,
    visitor,
    person,
    lastCode,
    funded,
    async end() {
      await accounts.web.stop?.();
      await pool.end();
      await database.drop();
    },
  };
}

function visitorOf({
  calls,
  sessions,
  ip,
}: {
  calls: readonly BoundCall[];
  sessions: Pick<Sessions, 'find'>;
  ip: string;
}): Visitor {
  const self: Visitor = {
    token: undefined,
    ip,
    async call(call, payload) {
      const bound = calls.find((each) => each.call === call);
      assert.ok(bound, `${call.summary} is offered`);
      const session = self.token === undefined ? undefined : await sessions.find(self.token);
      if (call.who === 'self' && !session) throw new Refusal('login-required');
      const context: CallContext = {
        session,
        operator: undefined,
        ip: self.ip,
        userAgent: 'test browser',
        origin: 'https://candor.example',
        receivedAt: startMs,
        idempotency: { key: '01900000-0000-7000-8000-000000000000' as Uuid, digest: Buffer.alloc(32) },
        startSession: (token) => void (self.token = token),
        endSession: () => void (self.token = undefined),
      };
      try {
        return call.reply.parse(await bound.handle(call.payload.parse(payload), context as SelfContext)) as never;
      } catch (error) {
        throw checkRefusal(call, error);
      }
    },
  };
  return self;
}

/** The refusal's code, or what came instead of one. */
export async function codeOf(answer: Promise<unknown>): Promise<RefusalCode | 'accepted'> {
  try {
    await answer;
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** How many of the answers were of each kind. */
export async function countCodes(
  answers: readonly Promise<unknown>[],
): Promise<Partial<Record<RefusalCode | 'accepted', number>>> {
  const counts: Partial<Record<RefusalCode | 'accepted', number>> = {};
  for (const code of await Promise.all(answers.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
