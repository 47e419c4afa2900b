// The page of proofs asks about the ticket that a person means, and says of none that it is missing unless it is.
import type { ShopPeriod } from '@candor/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { checkTicket } from '../src/shop/check-draw.ts';
import { VerifyDraw } from '../src/shop/verify-draw.tsx';
import { needTexts, speak } from '../src/text/texts.ts';
import { hideParts, showParts } from './support/kit.tsx';
import { wordsOf } from './support/words.ts';

// Without the curve of the beacon.
vi.mock('../src/shop/check-draw.ts', () => ({ checkTicket: vi.fn() }));

const say = wordsOf('en');
const period = { periods_id: 'prd_1', sold: 20, root: 'ab' } as ShopPeriod;
const field = page.getByRole('textbox', { name: say('shop.inList') });
const check = vi.mocked(checkTicket);

async function ask(typed: string): Promise<void> {
  await userEvent.fill(field, typed);
  await userEvent.click(page.getByRole('button', { name: say('shop.prove') }));
}

beforeEach(async () => {
  check.mockReset().mockResolvedValue({ orderId: 'tkt_12', isProven: true });
  await speak('en');
  await needTexts(['shop']);
  showParts(<VerifyDraw period={period} />);
});
afterEach(hideParts);

test.each(['12', ' 12 ', '１２', '١٢'])('%j is ticket 12', async (typed) => {
  await ask(typed);
  await expect.element(page.getByText(say('shop.proven'))).toBeVisible();
  expect(check).toHaveBeenCalledExactlyOnceWith('prd_1', 12, 'ab');
});

test.each(['', '1²', 'twelve', '-12'])('%j is said to be no number, and nothing is said of the list', async (typed) => {
  await ask(typed);
  await expect.element(page.getByRole('alert')).toHaveTextContent(say('shop.ticketDigits'));
  expect(page.getByText(say('shop.notInList')).query()).toBeNull();
  expect(check).not.toHaveBeenCalled();
});

test('numbers that no ticket has are said to be none', async () => {
  for (const typed of ['0', '21', '99999999999']) {
    await ask(typed);
    await expect.element(page.getByText(say('shop.notInList'))).toBeVisible();
  }
});

test('no answer is not the answer no', async () => {
  check.mockResolvedValue(undefined);
  await ask('12');
  await expect.element(page.getByText(say('shop.verifyUnable'))).toBeVisible();
  expect(page.getByText(say('shop.notInList')).query()).toBeNull();
});

test('an answer leaves with the number that it is of', async () => {
  await ask('21');
  await expect.element(page.getByText(say('shop.notInList'))).toBeVisible();
  await userEvent.fill(field, '2');
  await expect.element(page.getByText(say('shop.notInList'))).not.toBeInTheDocument();
});
