import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { getOperatorMe, operatorTiming, type SignedInOperator } from '@candor/wire';
import { toast, useToasts } from '@candor/web/ui/toast.ts';
import { createPresence } from './presence.ts';
import { call, clearMe, endUnheard, queryClient, storeMe, useSession } from './session.ts';
import { askStepUp, useStepUp } from './step-up.ts';

const me: SignedInOperator = { operator_id: 'opr_1', name: 'anna', roles: ['risk'], stepped_up_until: '2026-01-01T00:00:00.000Z', ends_at: '2026-01-01T12:00:00.000Z', is_demo: false, signs_approvals: false }; // oxfmt-ignore

test('the first use of each minute is told, and one that did not arrive soon again', async () => {
  let [at, told, isReached] = [0, 0, true];
  const presence = createPresence({
    now: () => at,
    tell: async () => {
      told++;
      return isReached;
    },
  });
  /** One use in each second of this many. */
  const use = async (seconds: number): Promise<number> => {
    told = 0;
    for (let second = 0; second < seconds; second++) {
      presence.note();
      await Promise.resolve();
      at += 1_000;
    }
    return told;
  };
  assert.equal(await use(180), 3);
  isReached = false;
  assert.equal(await use(60), 12);
  at = 0;
  isReached = true;
  assert.equal(await use(60), 1, 'after the clock was put back');
});

test('what the server has said nothing of for as long as a session may be unused is over', () => {
  let at = 0;
  const presence = createPresence({ now: () => at, tell: async () => true });
  at = operatorTiming.idleMs - 1;
  assert.equal(presence.isUnheard(), false);
  presence.hear();
  at += operatorTiming.idleMs - 1;
  presence.note();
  assert.equal(presence.isUnheard(), false);
  at++;
  assert.equal(presence.isUnheard(), true, 'who sits before it is no word of the server');
});

test('nothing stays of a session that has ended: no answer, no message, no act that waits for a second factor', async () => {
  storeMe(me);
  queryClient.setQueryData(['/api/customers', {}], { RESULT_LIST: [{ email: 'ann@example.com' }] });
  toast.error('The bankroll has less to spare.');
  const wasShown = askStepUp();
  const body = JSON.stringify({ status: -1, code: 'login-required' });
  globalThis.fetch = async () => new Response(body, { status: 401 });
  const outcome = await call(getOperatorMe, {});
  assert.equal(outcome.ok, false);
  assert.deepEqual(useSession.getState(), { me: null, isOver: true });
  assert.deepEqual(queryClient.getQueryCache().getAll(), []);
  assert.deepEqual(useToasts.getState(), { passing: [], loading: [], errors: [] });
  assert.equal(useStepUp.getState().answer, undefined);
  assert.equal(await wasShown, false, 'it is not sent for whoever signs in next');
  clearMe(false);
});

test('a page that lay hidden asks before it takes anything away: another page may have kept the session', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const answers = [
    { status: 1, data: me },
    { status: -1, code: 'login-required' },
  ];
  let asked = 0;
  globalThis.fetch = async () => new Response(JSON.stringify(answers[asked++]), { status: asked === 1 ? 200 : 401 });
  storeMe(me);
  await endUnheard();
  assert.equal(asked, 0);
  mock.timers.tick(operatorTiming.idleMs);
  await Promise.all([endUnheard(), endUnheard()]);
  assert.equal(asked, 1);
  assert.deepEqual(useSession.getState().me, me);
  mock.timers.tick(operatorTiming.idleMs);
  await endUnheard();
  assert.equal(asked, 2);
  assert.deepEqual(useSession.getState(), { me: null, isOver: true });

  storeMe(me);
  mock.timers.tick(operatorTiming.idleMs);
  globalThis.fetch = async () => Promise.reject(new TypeError('no line'));
  await endUnheard();
  assert.deepEqual(useSession.getState(), { me: null, isOver: true }, 'nobody can tell');
  clearMe(false);
  mock.timers.reset();
});
