import type { AlertEntry } from '@candor/wire';
import { expect, test, vi } from 'vitest';

vi.mock('../live/alerts.ts', () => ({ useAlerts: () => ({ data: undefined }) }));
const { alertLines } = await import('./alert-lines.ts');

const alert = (id: string, changed: Partial<AlertEntry> = {}): AlertEntry => ({
  alert_id: id,
  coin: 'BTC',
  kind: 'above',
  target: '90000',
  created_at: '2026-03-01T12:00:00.000Z',
  fired: null,
  ...changed,
});

test('alerts that wait for a price of this coin are lines of its chart', () => {
  const seen = { price: '90000', change: null, at: '2026-03-01T13:00:00.000Z' };
  const alerts = [
    alert('up'),
    alert('down', { kind: 'below', target: '80000.5' }),
    alert('moved', { kind: 'change', target: '5' }),
    alert('told', { fired: seen }),
    alert('other', { coin: 'ETH' }),
  ];
  expect(alertLines(alerts, 'btcusdt')).toEqual([
    { id: 'alert-up', price: '90000', kind: 'alert' },
    { id: 'alert-down', price: '80000.5', kind: 'alert' },
  ]);
});
