import { expect, test } from 'vitest';
import { paymentCode } from './payment-code.ts';

const payee = {
  bank: 'Sample Bank',
  holder: 'Candor Demo',
  postcode: '8000',
  town: 'Sample Town',
  country: 'CH',
  account_number: 'CH9300762011623852957',
  swift: 'SAMPCHZZ',
  opens_hour: 9,
  closes_hour: 17,
  time_zone: 'Europe/Zurich',
};
const reference = 'RF18539007547034';

test('euros: eleven lines at most, of which the tenth is the reference', () => {
  const german = { ...payee, account_number: 'DE89370400440532013000', country: 'DE' };
  const code = paymentCode({ currency: 'EUR', money: '100.5', reference, payee: german })!;
  expect(code.split('\n')).toEqual(['BCD', '002', '1', 'SCT', 'SAMPCHZZ', 'Candor Demo', 'DE89370400440532013000', 'EUR100.50', '', reference]); // oxfmt-ignore
  expect(code.length).toBeLessThan(331);
});

test('francs: thirty-one elements, with amount, currency and reference in their places', () => {
  const lines = paymentCode({ currency: 'CHF', money: '250', reference, payee })!.split('\r\n');
  expect(lines).toHaveLength(31);
  expect([lines[0], lines[3], lines[4], lines[5], lines[8], lines[9], lines[10]]).toEqual(['SPC', payee.account_number, 'S', 'Candor Demo', '8000', 'Sample Town', 'CH']); // oxfmt-ignore
  expect(lines.slice(18, 20)).toEqual(['250.00', 'CHF']);
  expect(lines.slice(27)).toEqual(['SCOR', reference, '', 'EPD']);
});

test('there is none where no bank would read it', () => {
  expect(paymentCode({ currency: 'USD', money: '1', reference, payee })).toBeUndefined();
  expect(paymentCode({ currency: 'EUR', money: '1', reference, payee: { ...payee, account_number: '000123' } })).toBeUndefined(); // oxfmt-ignore
  expect(paymentCode({ currency: 'CHF', money: '1', reference, payee: { ...payee, postcode: '' } })).toBeUndefined();
});
