// A stake over a line that hangs: what its page says, what is sent again, and how its end is told.
import { submitOptionsOrder } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CloseAll } from '../src/contracts/close-all.tsx';
import { useSend } from '../src/data/use-send.ts';
import { serverClock } from '../src/device/server-clock.ts';
import { needTexts, speak } from '../src/text/texts.ts';
import { Button } from '../src/ui/button.tsx';
import { Toaster } from '../src/ui/toaster.tsx';
import { noToasts } from '../src/ui/toast-queue.ts';
import { useToasts } from '../src/ui/toast.ts';
import '../src/ui/tokens.css';
import { hideParts, showParts } from './support/kit.tsx';

interface Request {
  key: string | null;
  placedAt: number;
  /** By the server's clock. */
  sentAt: number;
  answer: (body: object, status?: number) => void;
}
let requests: Request[] = [];
const order = { status: 1, data: {} };
const serverMs = Date.UTC(2030, 0, 1);

beforeEach(async () => {
  requests = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const headers = new Headers(init?.headers);
    init?.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
    const answer = (body: object, status = 200): void => resolve(new Response(JSON.stringify(body), { status }));
    const placedAt = parseInt(headers.get('placed-at') ?? '');
    requests.push({ key: headers.get('idempotency-key'), placedAt, sentAt: serverClock.known()!, answer });
    return promise;
  });
  useToasts.setState(noToasts);
  serverClock.set(serverMs);
  await speak('en');
});
afterEach(() => {
  hideParts();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const stake = { pair_type: 'btcusdt', trade_user_id: 'me', trade_num: '10', option_config_id: '1', trade_transaction_type: 1 }; // oxfmt-ignore

function Ticket() {
  const sending = useSend(submitOptionsOrder);
  const [placed, setPlaced] = useState(0);
  const place = async (): Promise<void> => {
    if ((await sending.send(stake))?.ok) setPlaced((count) => count + 1);
  };
  return (
    <Button isBusy={sending.isSending} onPress={() => void place()}>
      {`Up, placed ${placed}`}
    </Button>
  );
}

const show = (isOpen = true): void =>
  showParts(
    <>
      {isOpen && <Ticket />}
      <Toaster isLow={false} />
    </>,
  );
const up = page.getByRole('button', { name: /^Up/ });
const stop = page.getByRole('button', { name: 'Stop waiting' });
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** One that was just sent: of those before, the newest may be given up already. */
async function nextRequest(): Promise<Request> {
  const count = requests.length;
  while (requests.length === count) await pass(500);
  return requests.at(-1)!;
}

test('each try has the key and the time of the tap, by the server’s clock', async () => {
  show();
  await pass(2_000);
  await userEvent.click(up);
  await pass(30_000);
  expect(requests.length).toBeGreaterThan(2);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect(new Set(requests.map(({ placedAt }) => placedAt))).toEqual(new Set([requests[0]!.sentAt]));
  expect(requests[0]!.sentAt).toBeGreaterThanOrEqual(serverMs + 2_000);
});

test('it says that it waits, can be told to stop, and then tells the end wherever one is', async () => {
  show();
  await userEvent.click(up);
  // The clock goes on while a slow machine clicks and looks, so there is room for it.
  await pass(1_500);
  await expect.element(stop).not.toBeInTheDocument();
  await pass(1_600);
  await expect.element(page.getByText('Waiting for an answer…')).toBeVisible();
  await userEvent.click(stop);
  await expect.element(page.getByText('We keep asking and tell you how it ended.')).toBeVisible();
  await expect.element(up).toBeEnabled();

  // A second tap is a second order, whatever becomes of the first.
  await userEvent.click(up);
  await expect.poll(() => new Set(requests.map(({ key }) => key)).size).toBe(2);
  requests.at(-1)!.answer(order);
  await expect.element(page.getByRole('button', { name: 'Up, placed 1' })).toBeVisible();

  show(false);
  await expect.element(up).not.toBeInTheDocument();
  (await nextRequest()).answer({ status: 0, code: 'placed-too-late', facts: { seconds: '8.7' } }, 409);
  await expect
    .element(page.getByText('It took too long to reach us. Nothing was done; please try again.'))
    .toBeVisible();
});

test('who has left the page while it waited hears there that it was done', async () => {
  show();
  await userEvent.click(up);
  await pass(4_000);
  show(false);
  await expect.element(up).not.toBeInTheDocument();
  (await nextRequest()).answer(order);
  await expect.element(page.getByText('What you sent before has been done.')).toBeVisible();
  await expect.element(stop).not.toBeInTheDocument();
});

test('nobody waits for ever: the page is free again after half a minute, and the rest goes on behind it', async () => {
  show();
  await userEvent.click(up);
  await pass(31_000);
  await expect.element(up).toBeEnabled();
  const tries = requests.length;
  await pass(60_000);
  expect(requests.length).toBeGreaterThan(tries);
  (await nextRequest()).answer(order);
  await expect.element(page.getByText('What you sent before has been done.')).toBeVisible();
});

describe('all positions are closed by one tap', () => {
  const at = '2030-01-01T00:00:00.000Z';
  const position: ContractOrderMessage = {
    trade_id: 'cfd_1', trade_price: '90010', trade_lever: 50, trade_user_id: 'me', trade_type: 2, trade_transaction_type: 1,
    trade_btc_tpye: 'btcusdt', usd_num: '36', sheets_num: 20, order_type: 'market', sheet_size: '0.001', fee: '0.36',
    config_version: 1, state: 'open', received_at: at, accepted_sequence: 1, expires_at: null, take_profit: null, stop_loss: null,
    entry: { sequence: 5, price: '90000', published_at: at }, liquidation_price: '88650', open_sheets: 20, margin: '36',
    added_margin: '0', closing: null, exit: null, result: null, cancel_reason: null, paid: '0', payment_due: '0', pnl: '0',
    realised: '0', settled_at: null,
  }; // oxfmt-ignore
  const all = ['cfd_1', 'cfd_2', 'cfd_3'].map((trade_id) => ({ ...position, trade_id }));
  const closeAll = page.getByRole('button', { name: 'Close all' });

  beforeEach(async () => {
    await needTexts(['contracts']);
    showParts(
      <>
        <CloseAll positions={all} />
        <Toaster isLow={false} />
      </>,
    );
    await pass(2_000);
    await userEvent.click(closeAll);
    await pass(1_000);
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Close all' }));
    await expect.poll(() => requests.length).toBe(1);
  });

  test('each has the time of the tap', async () => {
    for (const place of [0, 1, 2]) {
      await expect.poll(() => requests.length).toBe(place + 1);
      await pass(1_000);
      requests[place]!.answer({ status: 1, data: all[place]! });
    }
    await expect.element(page.getByText('3 positions close at the next price')).toBeVisible();
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3);
    expect(new Set(requests.map(({ placedAt }) => placedAt)).size).toBe(1);
  });

  test('who stops waiting has stopped the others too, and is told how many were sent', async () => {
    requests[0]!.answer({ status: 1, data: all[0]! });
    await expect.poll(() => requests.length).toBe(2);
    await pass(4_000);
    await userEvent.click(stop);
    await expect.element(page.getByText('Sent to close: 2 of 3. The others stay open.')).toBeVisible();
    await pass(31_000);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
  });

  test('what comes too late for one is not tried with the next', async () => {
    requests[0]!.answer({ status: 0, code: 'placed-too-late', facts: { seconds: '8' } }, 409);
    await expect.element(page.getByText('Sent to close: 0 of 3. The others stay open.')).toBeVisible();
    expect(requests).toHaveLength(1);
  });
});
