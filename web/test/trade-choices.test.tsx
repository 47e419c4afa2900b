// What an order is made of, in one tab and in the others of the same browser.
import { beforeEach, expect, test, vi } from 'vitest';
import { followPreferences } from '../src/device/preferences.ts';
import { setTradeChoices, tradeChoices, useTradeChoices } from '../src/device/trade-choices.ts';

/** As a tab that opens, or is loaded anew, reads what is kept. */
const start = async (): Promise<void> => useTradeChoices.persist.rehydrate();
/** What another tab leaves on the device that both share. */
const asOtherTab = (state: object): void =>
  localStorage.setItem('candor.trading', JSON.stringify({ state, version: 1 }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.removeItem('candor.trading');
});

test('another tab changes nothing here, after a reload neither', async () => {
  followPreferences();
  setTradeChoices({ treatyCoin: 'BTC', optionStake: '25' });
  asOtherTab({ ...tradeChoices(), treatyCoin: 'ETH', optionStake: '200' });
  for (const key of ['candor.trading', 'candor.preferences', null]) dispatchEvent(new StorageEvent('storage', { key }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(tradeChoices()).toMatchObject({ treatyCoin: 'BTC', optionStake: '25' });
  await start();
  expect(tradeChoices()).toMatchObject({ treatyCoin: 'BTC', optionStake: '25' });
});

test('a new tab begins with what was chosen last', async () => {
  asOtherTab({ treatyCoin: 'ETH', optionStake: '200' });
  await start();
  expect(tradeChoices()).toMatchObject({ treatyType: 'options', treatyCoin: 'ETH', optionStake: '200' });
});

test('where nothing may be kept, a tab still has its choices', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  setTradeChoices({ optionStake: '30' });
  full.mockRestore();
  expect(tradeChoices().optionStake).toBe('30');
});
