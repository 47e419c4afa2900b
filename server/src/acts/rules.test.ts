import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acts, claimMs, claimRestMs, mayDecide, mayPropose, maySee, operatorRoles, proposalStates, type OperatorRole, type Uuid } from '@candor/wire'; // oxfmt-ignore
import fc from 'fast-check';
import { nextState, whyNot, type ActEvent, type ProposalFacts } from './rules.ts';
import { runs } from '../../test/support/seed.ts';

const events: ActEvent[] = ['approve', 'refuse', 'withdraw', 'expire', 'finish', 'fail'];
const people = ['a', 'b', 'c'] as Uuid[];
const person = fc.record({
  operatorId: fc.constantFrom(...people),
  roles: fc.subarray<OperatorRole>([...operatorRoles]),
});
const proposals: fc.Arbitrary<ProposalFacts> = fc.record({
  state: fc.constantFrom(...proposalStates),
  version: fc.nat(3),
  maker: fc.constantFrom(...people),
  claimedBy: fc.option(fc.constantFrom(...people)),
  claimedUntil: fc.nat(100),
  expiresAt: fc.nat(100),
  ownClaimUntil: fc.option(fc.nat(100)),
});

test('whatever happens in whatever order, an act is approved at most once, ends once, and is done only after an approval', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (happened) => {
      let state: (typeof proposalStates)[number] = 'proposed';
      const seen: string[] = [state];
      for (const event of happened) {
        const next = nextState(state, event);
        if (next === undefined) continue;
        state = next;
        seen.push(state);
      }
      assert.equal(new Set(seen).size, seen.length, 'no state comes twice');
      if (state === 'done' || state === 'failed') assert.ok(seen.includes('approved'));
      assert.ok(seen.length <= 3);
    }),
  );
});

test('nobody decides on what he proposed, without the role, on another version, or on what another looks at', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...acts),
      proposals,
      person,
      fc.nat(3),
      fc.nat(100),
      (act, proposal, who, version, now) => {
        for (const event of ['approve', 'refuse'] as const) {
          if (whyNot(event, { act, proposal, person: who, version, now }) !== undefined) continue;
          assert.notEqual(proposal.maker, who.operatorId);
          assert.ok(mayDecide(act, who));
          assert.deepEqual([proposal.state, proposal.version], ['proposed', version]);
          assert.ok(
            proposal.claimedBy === null || proposal.claimedBy === who.operatorId || now >= proposal.claimedUntil!,
          );
          if (event === 'refuse') continue;
          assert.ok(now < proposal.expiresAt);
          if (act.needsClaim) assert.ok(proposal.claimedBy === who.operatorId && now < proposal.claimedUntil!);
        }
        if (whyNot('withdraw', { act, proposal, person: who, version, now }) === undefined)
          assert.equal(proposal.maker, who.operatorId);
      },
    ),
  );
});

test('a claim is another’s proposal, once in its time, and ends by who has it or by an administrator', () => {
  const claimRests = fc.record({
    now: fc.nat(100),
    ownClaimUntil: fc.option(fc.nat(100).map((at) => at - claimRestMs)),
  });
  fc.assert(
    fc.property(fc.constantFrom(...acts), proposals, person, claimRests, (act, given, who, { now, ownClaimUntil }) => {
      const proposal = { ...given, ownClaimUntil };
      const why = (event: 'claim' | 'release') =>
        whyNot(event, { act, proposal, person: who, version: given.version, now });
      if (why('claim') === undefined) {
        assert.notEqual(proposal.maker, who.operatorId);
        assert.ok(mayDecide(act, who) && (ownClaimUntil === null || now >= ownClaimUntil + claimRestMs));
      }
      if (why('release') === undefined) {
        assert.notEqual(proposal.claimedBy, null, 'it would be another version for nothing');
        const isOver = now >= proposal.claimedUntil!;
        assert.ok(isOver || proposal.claimedBy === who.operatorId || who.roles.includes('administrator'));
      }
      if (proposal.state === 'proposed' && proposal.claimedBy !== null && who.roles.includes('administrator'))
        assert.equal(why('release'), undefined);
    }),
    { numRuns: runs(1_000) },
  );
});

test('who claims again and again keeps others from deciding for a fifth of the time', () => {
  const act = acts.find(({ kind }) => kind === 'freeze-account')!;
  const [accomplice, other] = people.map((operatorId) => ({ operatorId, roles: ['risk' as const] }));
  const begun = { state: 'proposed', version: 0, maker: people[2]!, expiresAt: Infinity } as const;
  const claimOf = (until: number | null) => ({ claimedBy: until === null ? null : people[0]!, claimedUntil: until });
  let [until, held]: [number | null, number] = [null, 0];
  const minutes = 24 * 60;
  for (let minute = 0; minute < minutes; minute++) {
    const now = minute * 60_000;
    const proposal = { ...begun, ...claimOf(until), ownClaimUntil: until };
    if (whyNot('claim', { act, proposal, person: accomplice!, version: 0, now }) === undefined) until = now + claimMs;
    const claimed = { ...begun, ...claimOf(until), ownClaimUntil: null };
    if (whyNot('approve', { act, proposal: claimed, person: other!, version: 0, now }) === 'claimed-by-other') held++;
  }
  assert.ok(held > 0 && held <= minutes / 5 + 15, `${held} of ${minutes} minutes`);
});

test('of every act each role is asked, and whoever takes part in one sees it', () => {
  for (const act of acts) {
    for (const role of operatorRoles) {
      const who = { roles: [role] };
      if (mayPropose(act, who) || mayDecide(act, who)) assert.ok(maySee(act, who), `${act.kind} ${role}`);
    }
    assert.ok(operatorRoles.some((role) => mayPropose(act, { roles: [role] })));
    assert.ok(operatorRoles.some((role) => mayDecide(act, { roles: [role] })));
    assert.ok(!mayDecide(act, { roles: ['auditor', 'support'] }), 'whoever looks on decides nothing');
  }
});
