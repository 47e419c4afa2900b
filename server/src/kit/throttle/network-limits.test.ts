import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkLimits, siteLimits } from './network-limits.ts';
import { waitOf, type Limit } from './throttle-rules.ts';

const rule = { kind: 'limit', limit: 50, windowMs: 60_000 } as const;
const limitsOf = (ip: string, isKnown = false): Limit[] =>
  networkLimits({ ip, isKnown, scope: 'tries', subjectOf: (network) => network, rule });

/** As the throttle takes them: all or none. */
function createCounter() {
  const counted = new Map<string, number[]>();
  return (limits: readonly Limit[]): boolean => {
    const timesOf = ({ subject }: Limit): number[] => counted.get(subject) ?? [];
    if (limits.some((limit) => waitOf(limit.rule, timesOf(limit), 1) > 0)) return false;
    for (const limit of limits) counted.set(limit.subject, [...timesOf(limit), 1]);
    return true;
  };
}

test('an address counts by itself, one of IPv6 for its site too, and one that is known by itself', () => {
  assert.deepEqual(limitsOf('203.0.113.7'), [{ scope: 'tries', subject: '203.0.113.7', rule }]);
  assert.deepEqual(limitsOf('2001:db8:1:2::9'), [
    { scope: 'tries', subject: '2001:db8:1:2::/64', rule },
    { scope: 'tries', subject: '2001:db8:1::/48', rule: { ...rule, limit: 400 } },
  ]);
  assert.equal(limitsOf('2001:db8:1:2::9', true).length, 1);
  const of = { ip: '2001:db8:1:2::9', scope: 'tries', subjectOf: (site: string) => site };
  assert.deepEqual(siteLimits({ ...of, rule }), [{ scope: 'tries', subject: '2001:db8:1::/48', rule }]);
  assert.deepEqual(siteLimits({ ...of, rule: { ...rule, limit: Infinity } }), []);
});

test('a site has the tries of eight addresses; one household takes an eighth, and keeps nobody from theirs', () => {
  const take = createCounter();
  const at = (place: number): string => `2001:db8:1:${place.toString(16)}::1`;
  const taken = (count: number, ip: (place: number) => string, isKnown = false): number =>
    Array.from({ length: count }, (_, place) => take(limitsOf(ip(place), isKnown))).filter(Boolean).length;
  assert.equal(taken(1_000, () => at(0)), 50); // oxfmt-ignore
  assert.equal(taken(1_000, (place) => at(place + 1)), 350, 'what it was refused took nothing of its neighbours’'); // oxfmt-ignore
  assert.equal(taken(10, () => at(9_999)), 0); // oxfmt-ignore
  assert.equal(taken(60, () => at(9_999), true), 50, 'where it is known'); // oxfmt-ignore
  assert.equal(taken(60, () => '2001:db8:2:1::1'), 50, 'another site'); // oxfmt-ignore
});
