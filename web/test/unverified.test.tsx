// What is for verified customers: nobody else's form is sent, and where only the server knows, it says so the same way.
import { submitPurchase } from '@candor/wire';
import type { User } from '@candor/wire';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useDraft } from '../src/data/use-draft.ts';
import { clearSession, storeUser } from '../src/session/session.ts';
import { speak } from '../src/text/texts.ts';
import { Button } from '../src/ui/button.tsx';
import { Form } from '../src/ui/form.tsx';
import { hideParts, showParts } from './support/kit.tsx';
import { answerCalls } from './support/wire.ts';

afterEach(() => {
  hideParts();
  clearSession('out');
});

function Purchase({ onUnverified }: { onUnverified: () => void }): ReactNode {
  const form = useDraft({
    first: { money: '5' },
    judge: () => ({}),
    call: submitPurchase,
    payloadOf: ({ money }) => ({ account_id: 'a', short_name: 'USD', coin_code: 'USDT', money, coinAccuracy: 4, receive: '5' }), // oxfmt-ignore
    onDone: () => undefined,
    onUnverified,
  });
  return (
    <Form {...form.form}>
      <Button type="submit">Order</Button>
    </Form>
  );
}

test.each([
  { status: '0', calls: 0 },
  { status: '1', calls: 1 },
])('status $status', async ({ status, calls }) => {
  await speak('en');
  storeUser({ account_id: 'a', user_name: 'ada@example.com', status } as unknown as User);
  const asked = answerCalls(() => ({ refused: 'verification-required' }));
  const onUnverified = vi.fn();
  showParts(<Purchase onUnverified={onUnverified} />);
  await userEvent.click(page.getByRole('button', { name: 'Order' }));
  await expect.poll(() => onUnverified.mock.calls.length).toBe(1);
  expect(asked).toHaveLength(calls);
});
