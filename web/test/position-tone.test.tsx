// A gain and its share each have the colour of what they show.
import { wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PositionCard } from '../src/contracts/position-card.tsx';
import { currentTexts, needTexts, speak } from '../src/text/texts.ts';
import { SurroundingsProvider, type KitProvider } from '../src/ui/kit-provider.tsx';
import { hideParts, showParts } from './support/kit.tsx';

const standing = vi.hoisted(() => ({ net: 0n, roe: '0' }));
vi.mock('../src/contracts/use-standing.ts', () => ({
  useStanding: () => ({ price: undefined, standing: { pnl: standing.net, distance: '0.1', health: 1, ...standing } }),
}));
afterEach(hideParts);

const at = '2030-01-01T00:00:00.000Z';
const order: ContractOrderMessage = {
  trade_id: 'cfd_1', trade_price: '90010', trade_lever: 50, trade_user_id: 'me', trade_type: 2, trade_transaction_type: 1,
  trade_btc_tpye: 'btcusdt', usd_num: '36', sheets_num: 20, order_type: 'market', sheet_size: '0.001', fee: '0.36',
  config_version: 1, state: 'open', received_at: at, accepted_sequence: 1, expires_at: null, take_profit: null, stop_loss: null,
  entry: { sequence: 5, price: '90000', published_at: at }, liquidation_price: '88650', open_sheets: 20, margin: '36',
  added_margin: '0', closing: null, exit: null, result: null, cancel_reason: null, paid: '0', payment_due: '0', pnl: '0',
  realised: '0', settled_at: null,
}; // oxfmt-ignore

test.each([
  { net: '-0.003', roe: '-0.00003', shown: '0.00%', tone: 'text-secondary' },
  { net: '-3', roe: '-0.03', shown: '-3.00%', tone: 'text-fall' },
  { net: '3', roe: '0.03', shown: '+3.00%', tone: 'text-rise' },
])('$roe of the margin', async ({ net, roe, shown, tone }) => {
  Object.assign(standing, { net: wad(net), roe });
  await speak('en');
  await needTexts(['contracts']);
  const { formats } = currentTexts();
  const kit = { word: (name: string) => name, formats, direction: 'ltr' } as unknown as KitProvider;
  showParts(
    <SurroundingsProvider value={kit}>
      <PositionCard order={order} onAct={() => undefined} />
    </SurroundingsProvider>,
  );
  const share = page.getByText(shown, { exact: true });
  await expect.element(share).toBeVisible();
  expect(share.element().parentElement!.className).toContain(tone);
});
