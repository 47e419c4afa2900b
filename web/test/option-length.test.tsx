// A length of options that is withdrawn while somebody looks: no other is staked on until it was chosen.
import { coins, queryOptionsConfig } from '@candor/wire';
import type { OptionsConfigMessage, User } from '@candor/wire';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient, readKey } from '../src/data/use-read.ts';
import { setTradeChoices } from '../src/device/trade-choices.ts';
import { OptionTicket } from '../src/options/option-ticket.tsx';
import { clearSession, storeUser } from '../src/session/session.ts';
import { speak } from '../src/text/texts.ts';
import { hideParts, showParts } from './support/kit.tsx';
import { answerCalls } from './support/wire.ts';

vi.mock('../src/live/use-open-market.ts', () => ({ useOpenMarket: () => true }));

afterEach(() => {
  hideParts();
  clearSession('out');
  queryClient.clear();
});

const length = (seconds: number): OptionsConfigMessage =>
  ({
    options_config_id: String(seconds),
    config_version: 1,
    duration_ms: seconds * 1_000,
    payout_rate: '0.8',
    min: '10',
    max: '1000',
  }) as OptionsConfigMessage;
const offer = (...lengths: number[]): object => ({ TOTAL: lengths.length, RESULT_LIST: lengths.map(length) });

test('what it was is said by no chip, nothing can be staked, and the next choice is good', async () => {
  await speak('en');
  storeUser({ account_id: 'a', user_name: 'ada@example.com', status: '1' } as unknown as User);
  setTradeChoices({ optionDurationMs: 60_000, optionStake: '20' });
  answerCalls((call) => (call === 'queryOptionsConfig' ? { data: offer(30, 60) } : 'pending'));
  showParts(
    <QueryClientProvider client={queryClient}>
      <OptionTicket coin={coins[0]!} onPlaced={() => undefined} />
    </QueryClientProvider>,
  );
  const up = page.getByRole('button', { name: /options\.up/ });
  await expect.element(up).toBeEnabled();
  queryClient.setQueryData(readKey(queryOptionsConfig, {}), offer(30, 120));
  await expect.element(up).toBeDisabled();
  expect(page.getByRole('radio', { checked: true }).elements()).toHaveLength(0);
  await userEvent.click(page.getByRole('radio', { name: /30/ }));
  await expect.element(up).toBeEnabled();
});
