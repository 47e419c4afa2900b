// Random histories of addresses on a real database: direct payments, payments by contracts, sends, replaced blocks, wrong answers of nodes, and
// engines that work at once. At the end each customer has exactly what was paid to them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import { contractDesk } from './support/contract-payments.ts';
import { approvedProposal } from './support/acts.ts';
import { openPlayedStage, pays, paysInside, sendsFrom, type PlayedStage } from './support/deposits-stage.ts';
import { longRun } from './support/long-run.ts';
import { randomIntOf, testSeed } from './support/seed.ts';

let stage: PlayedStage;
let desk: ReturnType<typeof contractDesk>;
before(async () => {
  stage = await openPlayedStage();
  desk = contractDesk(stage);
});
after(() => stage.end());

const finney = 10n ** 15n;
const hourMs = 3_600_000;

interface Customer {
  accountId: Uuid;
  address: string;
}
async function customers(count: number): Promise<Customer[]> {
  const list: Customer[] = [];
  for (let made = 0; made < count; made++) {
    const accountId = await stage.ledger.pay('1');
    list.push({ accountId, address: await stage.addressOf(accountId) });
  }
  return list;
}

/** Returns what the chain has paid to an address so far, directly and by contracts. */
const came = (transactions: readonly Played[], { address }: Customer): bigint =>
  transactions
    .flatMap(({ credits, inside = [] }) => [...credits, ...inside])
    .filter((part) => part.address === address)
    .reduce((total, { units }) => total + units, 0n);
type Played = ReturnType<typeof paysInside>;

/** Claims each transaction of a contract until no open payment is left. Wrong claims are refused. */
async function claimAll(people: readonly Customer[], transactions: readonly Played[]): Promise<void> {
  for (const person of people) {
    const own = transactions.filter(({ inside = [] }) => inside.some(({ address }) => address === person.address));
    for (const { txid } of own) {
      if (!(await desk.openOf(person.accountId))) break;
      const proposalId = await desk.claim(person.accountId, txid);
      await stage.look();
      assert.doesNotMatch(await desk.outcomeOf(proposalId), /^open/);
      await stage.follow();
    }
  }
}
async function compareAll(): Promise<void> {
  stage.clock.advance(8 * 24 * hourMs);
  while ((await desk.dueNow()) > 0) await stage.look();
}

async function live(seed: number): Promise<void> {
  const random = randomIntOf(seed);
  const people = await customers(2);
  const honest = stage.chain.balances;
  let transactions: Played[] = [];
  const one = (): Customer => people[random(people.length)]!;
  const units = (): bigint => BigInt(random(50) + 1) * finney;
  const some = (): Played => {
    const { address } = one();
    const kind = random(5);
    if (kind < 2) return pays('ETH', [address, units()]);
    if (kind < 4)
      return paysInside([address, units()], ...(random(3) === 0 ? [[one().address, units()] as [string, bigint]] : []));
    const sent = transactions.flatMap(({ sends = [] }) => sends).filter((send) => send.address === address);
    const left = came(transactions, { address } as Customer) - sent.reduce((total, send) => total + send.units, 0n);
    return left > 1n ? sendsFrom(address, left / 2n) : pays('ETH', [address, units()]);
  };
  for (let step = 0; step < 25; step++) {
    const kind = random(7);
    if (kind < 3) {
      const block = Array.from({ length: random(3) }, () => {
        const played = some();
        transactions = [...transactions, played];
        return played;
      });
      stage.chain.mine(...block);
    } else if (kind === 3) {
      // Two blocks are replaced, and the first new block contains all of their transactions.
      const removed = stage.chain.remove(2);
      stage.chain.mine(...removed.toReversed());
      stage.chain.mine();
    } else if (kind === 4) {
      const wrong = BigInt(random(9) - 4) * finney;
      stage.chain.balances = (said) => ({ ...said, units: (said.units + wrong) as typeof said.units });
    } else if (kind === 5) {
      stage.chain.balances = honest;
      stage.clock.advance(25 * hourMs);
    }
    await stage.follow();
    await Promise.all([stage.look(), stage.look()]);
  }
  stage.chain.balances = honest;
  await stage.mine([], [], [], []);
  await compareAll();
  await claimAll(people, transactions);
  await compareAll();
  await claimAll(people, transactions);
  await stage.follow();
  for (const person of people) {
    assert.equal(await desk.openOf(person.accountId), undefined, `seed ${seed}`);
    const credited = (await stage.ledger.available(person.accountId, 'ETH')) ?? '0';
    const [whole = '0', rest = ''] = credited.split('.');
    assert.equal(BigInt(whole) * 10n ** 18n + BigInt(rest.padEnd(18, '0')), came(transactions, person), `seed ${seed}`);
  }
  await stage.ledger.audit();
}

test(
  'in any order of events each payment by a contract is credited once, and the sum is correct',
  longRun('plays many lives on a database'),
  async () => {
    for (let seed = testSeed; seed < testSeed + 12; seed++) await live(seed);
  },
);

test(
  'a chain that is followed again sets a payment of a contract aside, and naming its transaction again releases it',
  longRun('follows a chain twice'),
  async () => {
    const [person] = await customers(1);
    const { accountId, address } = person!;
    const paid = paysInside([address, 2_000n * finney]);
    await stage.mine([paid], [], [], []);
    await compareAll();
    await claimAll([person!], [paid]);
    assert.equal(await stage.ledger.available(accountId, 'ETH'), '2');

    const act = stage.product().acts.find(({ act: { kind } }) => kind === 'follow-chain-again')!;
    const body = { network: 'ethereum', from_block: String(stage.chain.length - 4) };
    const facts = await act.facts(body, stage.ledger.pool);
    const proposalId = await approvedProposal(stage.ledger.pool, { kind: 'follow-chain-again', body, facts });
    await desk.carryOut(act, { proposalId, body, facts });
    await stage.follow();
    assert.equal(await stage.ledger.available(accountId, 'ETH'), '0');
    await stage.mine([], [], []);
    assert.deepEqual(await desk.deposited(accountId), ['2 frozen']);

    await compareAll();
    assert.deepEqual(await desk.shown(accountId), ['2 ETH']);
    await claimAll([person!], [paid]);
    assert.deepEqual(await desk.deposited(accountId), ['2 credited']);
    assert.equal(await stage.ledger.available(accountId, 'ETH'), '2');
    await stage.ledger.audit();
  },
);
