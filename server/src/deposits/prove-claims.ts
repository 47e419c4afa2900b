// Proves claims: after two operators named the transaction of a payment by a contract, nodes are asked. Only a proven payment becomes a deposit.
import {
  agreeOn,
  contractOrdinal,
  depositMinOf,
  depositKey,
  proveContractPayment,
  type BalanceSource,
  type BaseUnits,
  type BlockRef,
  type ChainSource,
  type ClaimProof,
  type Deposit,
  type DepositChange,
} from '@candor/chain';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import type { Clock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';
import { holdCursor } from './balance-store.ts';
import { findClaim, readClaims, storeOutcome, sumKnownIn, type ClaimRow } from './claim-store.ts';
import { closeFound, lowerFound } from './contract-payment-store.ts';
import { depositIdOf, depositOf, deposits } from './deposit-row.ts';
import { writeDeposit } from './write-advance.ts';

type Source = ChainSource & BalanceSource;
export interface ProvingParts {
  pool: Pool;
  clock: Clock;
  source: Source;
  second: Source | undefined;
}

const atOnce = 5;

/** Runs one round; `relied` is the newest block that was read a second time. Returns false if a node did not answer. */
export async function proveClaims(followed: SetUpNetwork, relied: BlockRef, parts: ProvingParts): Promise<boolean> {
  const { pool, clock } = parts;
  const claims = await readClaims(pool, { network: followed.network.name, now: clock.now(), limit: atOnce });
  for (const claim of claims) {
    const proof = await askNodes(claim, { ...parts, relied });
    await carryOut(followed, { claim, proof, pool, now: clock.now() });
    if (proof.kind === 'waits' && proof.reason === 'no-answer') return false;
  }
  return true;
}

async function askNodes(
  claim: ClaimRow,
  { pool, source, second, relied }: ProvingParts & { relied: BlockRef },
): Promise<ClaimProof> {
  const { txid, address, asset, units, afterHeight, comparedTo, verdict } = claim;
  // A balance that the second node denies or has not confirmed yet proves nothing.
  if (second && verdict !== 'agrees') return { kind: 'waits', reason: 'not-agreed' };
  const asked = {
    txid,
    address,
    asset,
    units: BigInt(units),
    window: { after: afterHeight ?? undefined, to: comparedTo },
    relied,
    knownIn: (block: BlockRef) => sumKnownIn(pool, { ...claim, fromOrdinal: contractOrdinal(0) }, block),
  };
  const [first, other] = await Promise.all([
    proveContractPayment(source, asked),
    second && proveContractPayment(second, asked),
  ]);
  return agreeOn(first, other);
}

async function carryOut(
  followed: SetUpNetwork,
  { claim, proof, pool, now }: { claim: ClaimRow; proof: ClaimProof; pool: Pool; now: number },
): Promise<void> {
  const { proposalId } = claim;
  if (proof.kind !== 'proven') {
    const state = proof.kind === 'refused' ? 'refused' : 'open';
    await storeOutcome(pool, { proposalId, state, reason: proof.reason, now });
    if (state === 'refused')
      log.warn('a claimed payment of a contract is refused', { proposal: proposalId, reason: proof.reason });
    return;
  }
  await inTransaction(pool, async (database) => {
    // The block has not been read a second time yet, or the chain has changed: the next round asks again.
    if (!(await holdCursor(database, followed.network.name, proof.block))) {
      await storeOutcome(database, { proposalId, state: 'open', reason: 'not-final', now });
      return;
    }
    const current = await findClaim(database, proposalId);
    if (!current) return;
    if (proof.units > BigInt(current.units)) {
      await storeOutcome(database, { proposalId, state: 'refused', reason: 'more-than-open', now });
      return;
    }
    await credit(database, followed, { claim: current, proof, now });
  });
}

async function credit(
  database: Database,
  followed: SetUpNetwork,
  { claim, proof, now }: { claim: ClaimRow; proof: ClaimProof & { kind: 'proven' }; now: number },
): Promise<void> {
  const { proposalId, paymentId, addressId } = claim;
  const change = await changeOf(database, followed, { claim, proof });
  if (!change) {
    await storeOutcome(database, { proposalId, state: 'refused', reason: 'known-already', now });
    return;
  }
  await writeDeposit(database, change, { network: followed.network.name, now });
  const rest = BigInt(claim.openUnits) - proof.units;
  await storeOutcome(database, { proposalId, state: 'proven', proof: proof.proof, now });
  if (rest < depositMinOf(followed.network, claim)) await closeFound(database, { addressId, state: 'credited', now });
  else await lowerFound(database, { paymentId, units: rest });
}

/** Puts a deposit back into its block if the deposit was set aside with that block. Returns undefined if it is in a block already. */
async function changeOf(
  database: Database,
  followed: SetUpNetwork,
  { claim, proof }: { claim: ClaimRow; proof: ClaimProof & { kind: 'proven' } },
): Promise<DepositChange | undefined> {
  const { txid, asset, address, accountId, addressIndex } = claim;
  const { name: network } = followed.network;
  const credit = { txid, ordinal: contractOrdinal(addressIndex), asset, address, units: proof.units as BaseUnits };
  const depositId = depositIdOf(network, credit);
  if (depositId !== claim.depositId) throw new Error(`${depositKey(network, credit)} is not what was decided on`);
  const row = await selectOne(
    database,
    deposits.columns,
    `select ${deposits.columns.list} from deposits where deposit_id = $1 for update`,
    [depositId],
  );
  const standing = row && depositOf(row);
  if (standing?.block) return undefined;
  const state = proof.units < depositMinOf(followed.network, claim) ? 'dust' : 'seen';
  const deposit: Deposit = { ...credit, accountId, network, block: proof.block, state, isCleared: true };
  if (!standing) return { was: undefined, deposit };
  if (standing.state !== 'frozen') return { was: standing.state, deposit };
  const isSame = standing.units === deposit.units;
  return isSame ? { was: 'frozen', deposit: { ...standing, block: proof.block } } : undefined;
}
