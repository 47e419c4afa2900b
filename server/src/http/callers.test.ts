// Every call of both doors by every kind of caller, in process: the rows come from wire, so that a new call is tried without a word
// here. What is let through reaches the handler or is refused for its fields, which are not the matter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callName, isEndpoint, operatorRoles, type Action, type Endpoint, type OperatorRole, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { OperatorSession, Session } from '../kit/feature.ts';
import { callsOf } from '../kit/product.ts';
import { consoleSections, sections } from '../products.ts';
import { ann, ben, openTestDoor } from './http.test-support.ts';
import { cookieName } from './session-cookie.ts';

type Call = Action | Endpoint;
interface Caller {
  session?: Session | OperatorSession;
  /** What stands in the fields that name a person. */
  id?: string;
}

const operator = (role: OperatorRole, steppedUpUntil = Number.MAX_SAFE_INTEGER): OperatorSession => ({
  sessionId: ann.sessionId,
  operatorId: '00000009-0000-7000-8000-000000000000' as Uuid,
  name: `somebody-${role}`,
  roles: [role],
  steppedUpUntil,
  endsAt: Number.MAX_SAFE_INTEGER,
  isDemo: true,
});
const isOperator = (session: Caller['session']): session is OperatorSession => session !== undefined && 'operatorId' in session; // oxfmt-ignore
const callers: Readonly<Record<string, Caller>> = {
  anonymous: {},
  'with a token that nobody has': {},
  customer: { session: ann },
  'another customer': { session: ben, id: ann.accountWireId },
  'experience account': { session: { ...ann, book: 'bonus', isVerified: false } },
  'frozen customer': { session: { ...ann, isFrozen: true } },
  'customer who owes an acceptance': { session: { ...ann, owesAcceptance: true } },
  'customer whose loan is overdue': { session: { ...ann, isOverdue: true } },
  ...Object.fromEntries(operatorRoles.map((role) => [role, { session: operator(role) }])),
  ...Object.fromEntries(operatorRoles.map((role) => [`${role} without second factor`, { session: operator(role, 0) }])),
};
const doorCodes = new Set(['login-required', 'role-missing', 'not-yours', 'account-frozen', 'legal-not-accepted', 'loan-overdue', 'step-up-required']); // oxfmt-ignore
const names = Object.keys(callers);
/** Operators are all alike at the door of customers: one of them stands for all. */
const namesAt = { customers: names.filter((name) => name === 'risk' || !isOperator(callers[name]!.session)), console: names }; // oxfmt-ignore
const tokenOf = (caller: string): string => `token-of-caller-${names.indexOf(caller)}`;

/** What wire says that the door says. */
function expected({ who, selfIds, ...call }: Call, { session, id }: Caller): string {
  if (who === 'anyone') return 'let through';
  if (session === undefined || isOperator(session) === (who === 'self')) return 'login-required';
  if (isOperator(session)) {
    if (!(who as { operator: readonly OperatorRole[] }).operator.includes(session.roles[0]!)) return 'role-missing';
    return call.needsStepUp && session.steppedUpUntil === 0 ? 'step-up-required' : 'let through';
  }
  if (id !== undefined && (selfIds?.length ?? 0) > 0) return 'not-yours';
  if (!('movesMoney' in call && call.movesMoney) || call.isForFrozen) return 'let through';
  const { isFrozen, owesAcceptance, isOverdue } = session;
  if (isFrozen) return 'account-frozen';
  if (owesAcceptance) return 'legal-not-accepted';
  return isOverdue && call.spendsUsdt ? 'loan-overdue' : 'let through';
}

for (const [name, calls] of [
  ['customers', callsOf(sections)],
  ['console', callsOf(consoleSections)],
] as const) {
  let door: Awaited<ReturnType<typeof openTestDoor>>;
  const find = (token: string) => callers[names.find((each) => tokenOf(each) === token) ?? '']?.session;
  before(async () => {
    const sessions = { find: async (token: string) => find(token), known: find };
    door = await openTestDoor({ calls, sessions, door: name, noteLook: async () => {} });
  });
  after(() => door.close());

  async function ask(call: Call, caller: string): Promise<string> {
    const { session, id } = callers[caller]!;
    const own = session && 'accountWireId' in session ? session.accountWireId : ann.accountWireId;
    const ids = Object.fromEntries((call.selfIds ?? []).map((field) => [field, id ?? own]));
    const isPost = !isEndpoint(call) || call.method === 'POST';
    const path = isEndpoint(call) ? call.path.replace(/:\w+/g, 'x') : '/api/action';
    const reachedBefore = door.reached.length;
    const response = await door.app.inject({
      method: isPost ? 'POST' : 'GET',
      url: isPost ? path : `${path}?${new URLSearchParams(ids).toString()}`,
      headers: { host: 'localhost', 'content-type': 'application/json', ...(caller !== 'anonymous' && { cookie: `${cookieName(name)}=${tokenOf(caller)}` }) }, // oxfmt-ignore
      ...(isPost && { payload: isEndpoint(call) ? ids : { ACTION_NAME: call.name, ACTION_INFO: ids } }),
    });
    const isReached = door.reached.length > reachedBefore;
    const { code } = isReached && !response.body.startsWith('{') ? {} : response.json<{ code?: string }>();
    if (code === undefined || !doorCodes.has(code)) return 'let through';
    return isReached ? `${code} after it was reached` : code;
  }

  test(`at the door of ${name} every call answers every caller as wire says`, async () => {
    const wrong: string[] = [];
    let rows = 0;
    for (const call of calls) {
      for (const caller of namesAt[name]) {
        const [is, shouldBe] = [await ask(call, caller), expected(call, callers[caller]!)];
        if (is !== shouldBe) wrong.push(`${callName(call)} by ${caller}: ${is} and not ${shouldBe}`);
        rows++;
      }
    }
    assert.deepEqual(wrong, []);
    assert.equal(rows, calls.length * namesAt[name].length);
  });
}
