// An operator says that a prize was sent. That ends what the platform owes the winner, so its worth counts like money that is paid out.
import { createHash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { formatAmount, parseWireId, sendPrizeAct, wireId, type AddressLine, type Uuid } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import { houseAccountId } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { requireMayDecide } from '../operators/require-may-decide.ts';
import { sendPrizeTo } from './end-prize.ts';
import { findDelivery, readSealedAddress, type Delivery } from './store.ts';

export interface SendPrizeParts {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  sealing: Sealing;
}
interface Parcel {
  carrier: string;
  tracking: string;
}

export const findKnownDelivery = async (pool: Pool, id: string): Promise<Delivery> =>
  (await findDelivery(pool, parseWireId('ticket', id) ?? refuse('not-found'))) ?? refuse('not-found');

/** Where a prize goes; null while its winner has given no address. */
export async function openAddress(
  prizeId: Uuid,
  { pool, sealing }: Pick<SendPrizeParts, 'pool' | 'sealing'>,
): Promise<Record<AddressLine, string> | null> {
  const sealed = await readSealedAddress(pool, prizeId);
  return sealed ? (JSON.parse(sealing.open(sealed, prizeId).toString()) as Record<AddressLine, string>) : null;
}

/** Refuses with `prize-settled`, `own-account` and `day-sum-reached`. */
export async function sendAlone(
  { prizeId, accountId, worth, state }: Delivery,
  { carrier, tracking }: Parcel,
  { context, pool, lanes }: { context: OperatorContext; pool: Pool; lanes: Lanes },
): Promise<void> {
  const { operator, idempotency, receivedAt } = context;
  const { operatorId, name } = operator;
  // A repeated request is answered by the command, without counting the prize twice.
  if (state === 'addressed')
    await requireMayDecide(pool, { kind: 'prize', operatorId, accountId, alone: { coin: 'USDT', amount: worth } });
  const sending = { carrier, tracking, sentBy: name, decidedBy: operatorId, proposalId: null };
  const input = { prizeId, sending };
  await lanes.submit({ command: sendPrizeTo, accountId: houseAccountId, book: 'real', input, idempotency, receivedAt });
}

/** What one operator may not say alone. */
export const sendPrizeByTwo = ({ pool, lanes, clock, sealing }: SendPrizeParts): BoundAct =>
  bindAct(sendPrizeAct, {
    async facts({ order_id: id }) {
      const prize = await findKnownDelivery(pool, id);
      if (prize.state !== 'addressed') refuse('prize-settled', { state: prize.state });
      // Enough to compare with the parcel; who needs the street opens the prize, which is noted.
      const { city, country } = (await openAddress(prize.prizeId, { pool, sealing })) ?? refuse('not-found');
      return {
        prize_uuid: prize.prizeId,
        account_uuid: prize.accountId,
        account: wireId('account', prize.accountId),
        good_id: prize.goodId,
        worth: `${formatAmount(prize.worth)} USDT`,
        won_ms: prize.wonAt,
        city,
        country,
      };
    },
    async carryOut({ proposalId, body, maker, checker }) {
      const { order_id: id, carrier, tracking } = body;
      const { prizeId } = await findKnownDelivery(pool, id);
      const sending = { carrier, tracking, sentBy: `${maker}, ${checker}`, decidedBy: null, proposalId };
      const digest = createHash('sha256')
        .update(`send-prize ${canonicalJson(body)}`)
        .digest();
      await lanes.submit({
        command: sendPrizeTo,
        accountId: houseAccountId,
        book: 'real',
        input: { prizeId, sending },
        idempotency: { key: proposalId, digest },
        receivedAt: clock.now(),
      });
      return {};
    },
  });
