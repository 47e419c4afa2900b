import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad, type Uuid, type WireId } from '@candor/wire';
import { manualClock } from '../kit/clock.ts';
import type { Session } from '../kit/feature.ts';
import type { Submission } from '../ledger/command.ts';
import { submitOrder } from './submit-order.ts';

const session: Session = {
  sessionId: '01a20733-1fa4-7000-955f-1fa5e686f2d7' as Uuid,
  accountId: '01a20733-1fa4-7000-955f-1fa5e686f2d8' as Uuid,
  accountWireId: 'acc_x' as WireId,
  book: 'real',
  isVerified: true,
  isFrozen: false,
  owesAcceptance: false,
  isOverdue: false,
};
const terms = {
  configId: '5',
  version: 1,
  durationMs: 30_000,
  payoutRate: wad('0.8'),
  minStake: wad('10'),
  maxStake: wad('100'),
  exitWaitMs: 0,
  isOffered: true,
};

test('an order is received in the turn in which it reaches the lanes, with the newest tick of that turn', async () => {
  const clock = manualClock(1_000_000);
  let sequence = 7;
  let submitted: Submission<{ receivedAt: number; acceptedSequence: number }, unknown> | undefined;
  const parts = {
    clock,
    isOffered: () => true,
    market: { lastTick: () => ({ sequence }), state: () => 'live' },
    configs: { offer: () => terms, agreed: () => terms },
    lanes: {
      submit(submission: typeof submitted) {
        submitted = submission;
        assert.deepEqual([clock.now(), sequence], [1_000_400, 9], 'nothing lies between');
        const { receivedAt, acceptedSequence } = submission!.input;
        return Promise.resolve({ orderId: session.accountId, configVersion: 1, receivedAt, acceptedSequence });
      },
    },
  };
  // Its session was looked up for so long that ticks went by, any of which would have been its entry by when its bytes had come.
  clock.advance(400);
  sequence = 9;
  const request = { pair_type: 'btcusdt', trade_num: '10', option_config_id: '5', trade_transaction_type: 1 };
  const context = { session, receivedAt: 1_000_000, idempotency: { key: session.accountId, digest: Buffer.alloc(32) } };
  const order = await submitOrder(request, context, parts as never);
  assert.deepEqual([submitted!.receivedAt, submitted!.input.receivedAt, order.receivedAt], [1_000_400, 1_000_400, 1_000_400]); // oxfmt-ignore
  assert.equal(order.acceptedSequence, 9);
});
