import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts, operatorRoles, type OperatorRole, type ProposalMessage, type SignedInOperator } from '@candor/wire';
import { holderOf, offeredOf } from '../queue/claims.ts';
import { claimOf, claims, decides, givesBack, withdraws } from './act-rights.ts';

const now = Date.parse('2026-01-05T12:00:00Z');
const proposal = (change: Partial<ProposalMessage> = {}) =>
  ({ kind: 'house-money-out', state: 'proposed', maker: 'anna', claimed_by: null, claimed_until: null, ...change }) as ProposalMessage; // oxfmt-ignore
const person = (name: string, ...roles: OperatorRole[]) => ({ name, roles });

test('whoever approves the kind decides on it, and nobody on his own', () => {
  for (const { kind, approvers } of acts)
    for (const role of operatorRoles) {
      const item = proposal({ kind });
      const approves = (approvers as readonly OperatorRole[]).includes(role);
      assert.equal(decides(item, person('bo', role)), approves, `${kind} ${role}`);
      assert.equal(claims(item, person('bo', role), now), approves, `${kind} ${role}`);
      assert.equal(decides(item, person('anna', role)) || claims(item, person('anna', role), now), false);
      assert.deepEqual([withdraws(item, person('anna', role)), withdraws(item, person('bo', role))], [true, false]);
    }
  for (const state of ['approved', 'done', 'refused', 'expired'] as const) {
    const risk = person('bo', 'risk');
    assert.ok(!decides(proposal({ state }), risk) && !claims(proposal({ state }), risk, now));
    assert.ok(!withdraws(proposal({ state }), person('anna', 'treasurer')));
  }
});

test('an administrator gives back what anybody claimed, and claims nothing that he may not decide on', () => {
  const [later, before] = ['2026-01-05T12:10:00Z', '2026-01-05T11:50:00Z'];
  const held = (until: string, change: Partial<ProposalMessage> = {}) => proposal({ claimed_by: 'bo', claimed_until: until, ...change }); // oxfmt-ignore
  const [bo, cay, ada] = [person('bo', 'risk'), person('cay', 'risk'), person('ada', 'administrator')];
  assert.deepEqual([bo, cay, ada].map((each) => givesBack(held(later), each, now)), [true, false, true]); // oxfmt-ignore
  assert.deepEqual([bo, cay, ada].map((each) => givesBack(held(before), each, now)), [true, false, false]); // oxfmt-ignore
  assert.deepEqual([bo, cay, ada].map((each) => givesBack(proposal(), each, now)), [false, false, false]); // oxfmt-ignore
  assert.ok(!claims(held(later), person('eve', 'auditor'), now), 'whoever looks on is offered nothing');
  const own = person('anna', 'treasurer', 'administrator');
  assert.deepEqual([claims(held(before), own, now), givesBack(held(before), own, now)], [true, true], 'of his own too, where he begins none'); // oxfmt-ignore
  assert.equal(claims(proposal(), own, now), false);
});

test('while somebody has claimed it, others are offered nothing that the server would refuse them', () => {
  const actions = [
    { name: 'decide', isOffered: (item: object, me: SignedInOperator) => decides(item as ProposalMessage, me) },
    { name: 'withdraw', evenIfClaimed: true, isOffered: (item: object, me: SignedInOperator) => withdraws(item as ProposalMessage, me) }, // oxfmt-ignore
    { name: 'claim', evenIfClaimed: true, isOffered: (item: object, me: SignedInOperator, at: number) => claims(item as ProposalMessage, me, at) }, // oxfmt-ignore
  ] as const;
  const queue = { actions, claimOf: (item: object) => claimOf(item as ProposalMessage) };
  const people = [person('bo', 'risk'), person('cay', 'risk'), person('ada', 'risk', 'administrator'), person('anna', 'treasurer')] as SignedInOperator[]; // oxfmt-ignore
  const offered = (item: ProposalMessage): string[] => people.map((me) => offeredOf(queue, item, { me, now }).map(({ name }) => name).join(' ')); // oxfmt-ignore
  const until = (at: number): ProposalMessage =>
    proposal({ claimed_by: 'bo', claimed_until: new Date(at).toISOString() });
  assert.deepEqual(offered(until(now + 1)), ['decide claim', '', 'claim', 'withdraw']);
  // It ends with that moment, by the server's clock.
  for (const item of [until(now), proposal()]) assert.deepEqual(offered(item), ['decide claim', 'decide claim', 'decide claim', 'withdraw']); // oxfmt-ignore
  assert.deepEqual([until(now + 1), until(now), proposal()].map((item) => holderOf(item, now)), ['bo', null, null]); // oxfmt-ignore
  // Where the server names nobody once it is over, there is no moment.
  assert.deepEqual([holderOf({ claimed_by: 'bo' }, now), holderOf({ claimed_by: null }, now)], ['bo', null]);
  const ended = proposal({ state: 'done', claimed_by: 'bo', claimed_until: new Date(now + 1).toISOString() });
  assert.equal(claimOf(ended), null);
});
