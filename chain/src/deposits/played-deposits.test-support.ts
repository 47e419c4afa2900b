// Shared by tests of following a chain: a chain with its store, random transactions, and the final check.
import assert from 'node:assert/strict';
import { wad } from '@candor/wire';
import fc from 'fast-check';
import { wadToUnits } from '../networks/amounts.ts';
import { coinOn, type Network, type NetworkCoin } from '../networks/networks.ts';
import { depositKey, type Deposit } from './deposit.ts';
import { followChain } from './follow-chain.ts';
import { payeeOf, pays, PlayedChain, PlayedStore, type PlayedTransaction } from './played-chain.test-support.ts';

export function play(network: Network, { finalBelowTip, keeps }: { finalBelowTip?: number; keeps?: number } = {}) {
  const chain = new PlayedChain(finalBelowTip);
  const store = new PlayedStore(network, keeps);
  chain.mine();
  const follow = () => followChain(network, { source: chain, store, startHeight: 0 });
  const state = (txid: string, ordinal = 0) =>
    [...store.deposits.values()].find((each) => each.txid === txid && each.ordinal === ordinal)?.state;
  const mine = async (...blocks: PlayedTransaction[][]) => {
    for (const block of blocks) chain.mine(...block);
    return follow();
  };
  const change = (txid: string, made: (deposit: Deposit) => Deposit): void => {
    const [key, deposit] = [...store.deposits].find(([, each]) => each.txid === txid)!;
    store.deposits.set(key, made(deposit));
  };
  return { chain, store, follow, state, mine, change };
}

/** Few accounts, and amounts close to the limits, so that they often collide. */
const addresses = ['of-a', 'of-b', 'platform', 'stranger'];
export const transactionParts = (network: Network) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...network.coins),
      fc.constantFrom(...addresses),
      fc.constantFrom(0n, 1n, 40n, 99n, 100n, 101n, 5_000n, 2_000_000n),
    ),
    { minLength: 1, maxLength: 3 },
  );
/** Amounts are in 1/100 of the minimum deposit. */
export function transactionOf(
  txid: string,
  parts: readonly (readonly [NetworkCoin, string, bigint])[],
): PlayedTransaction {
  const credits = parts.map(([coin, address, hundredths], ordinal) => {
    const least = wadToUnits(wad(coin.depositMin), coin.decimals).units;
    return { ...pays(txid, coin.asset, [address, (least * hundredths) / 100n]).credits[0]!, ordinal };
  });
  return { txid, credits };
}

/** Deposits that an operator has to check first. */
export const mustHold = ({ txid }: Deposit): boolean => /[37]$/.test(txid);

const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);

/** Checks the final chain: a deposit on it is credited once or waits for a reason; a deposit that is not on it can't be spent. */
export function checkOutcome(network: Network, chain: PlayedChain, store: PlayedStore): void {
  const onChain = chain.credits().filter((credit) => {
    const [payee, { depositMin, decimals }] = [payeeOf(credit), coinOn(network, credit.asset)!];
    const least = wadToUnits(wad(depositMin), decimals).units;
    return payee && credit.units >= (payee.accountId === undefined ? least : least / 100n);
  });
  const keys = new Set(onChain.map((credit) => depositKey(network.name, credit)));
  assert.equal(keys.size, onChain.length);
  for (const credit of onChain) {
    const deposit = store.deposits.get(depositKey(network.name, credit));
    assert.ok(deposit, 'nothing is lost');
    const { depositMin, decimals } = coinOn(network, credit.asset)!;
    const isSmall = credit.units < wadToUnits(wad(depositMin), decimals).units;
    const booked = store.booked.get(depositKey(network.name, credit));
    assert.deepEqual(booked !== undefined, deposit.state === 'credited');
    if (!payeeOf(credit)!.accountId) assert.equal(deposit.state, 'unmatched');
    else if (!isSmall || deposit.state !== 'dust') assert.equal(deposit.state, mustHold(deposit) ? 'held' : 'credited');
    if (booked)
      assert.deepEqual(booked, { accountId: payeeOf(credit)!.accountId, units: credit.units, isOnHold: false });
  }
  for (const dust of store.deposits.values()) {
    const { depositMin, decimals } = coinOn(network, dust.asset)!;
    const ofAccount = [...store.deposits.values()].filter(
      ({ state, accountId, asset }) => state === 'dust' && accountId === dust.accountId && asset === dust.asset,
    );
    assert.ok(
      sum(ofAccount.map(({ units }) => units)) < wadToUnits(wad(depositMin), decimals).units,
      'enough together',
    );
  }
  for (const [key, { state, block }] of store.deposits) {
    assert.equal(block !== undefined, keys.has(key), key);
    if (!keys.has(key)) assert.equal(state, store.booked.has(key) ? 'frozen' : 'orphaned');
    if (!keys.has(key)) assert.notEqual(store.booked.get(key)?.isOnHold, false);
  }
  // The sum of deposits equals customers' balances plus waiting deposits, to the last unit; deposits on hold are not included.
  const given = sum([...store.booked.values()].filter(({ isOnHold }) => !isOnHold).map(({ units }) => units));
  const waits = sum(
    [...store.deposits.values()]
      .filter(({ state }) => /^(?:dust|unmatched|held)$/.test(state))
      .map(({ units }) => units),
  );
  assert.equal(sum(onChain.map(({ units }) => units)), given + waits);
}
