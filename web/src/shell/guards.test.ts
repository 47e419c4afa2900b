import { expect, test } from 'vitest';
import { NavigationType } from 'react-router';
import { redirectOf } from './guards.ts';
import { placeOf, places } from './routes.ts';
import { slideOf } from './travel.ts';

test('unknown paths go to /, and / goes home', () => {
  expect(redirectOf('/nowhere', true)).toBe('/');
  expect(redirectOf('/home/x', true)).toBe('/');
  expect(redirectOf('/', false)).toBe('/home');
});

test('who is not logged in is led to the login and from there to where they wanted to go', () => {
  expect(redirectOf('/asset', false)).toBe('/login?redirect=%2Fasset');
  expect(redirectOf('/receipt/option/opt_1', false)).toBe('/login?redirect=%2Freceipt%2Foption%2Fopt_1');
  expect(redirectOf('/bankInfo?id=7', false)).toBe('/login?redirect=%2FbankInfo%3Fid%3D7');
  expect(redirectOf('/asset', true)).toBeUndefined();
});

test('the spec’s paths are all there, open to whom it says', () => {
  const closed =
    '/asset /recharge /withdraw /exchange /bankInfo /withdrawhistory /borrowhistory /rechargehistory /bills /transactionpassword /loginpassword /authentication /orderSuccess/1 /myOrder /myPledge /myPledgeMx /spot /contracts';
  const open =
    '/exchange/btcusdt /login /register /bugCoin /borrow /language /address /addaddress /help /legal /newsList /good/1 /indexGood /periodsList/1';
  for (const path of closed.split(' ')) expect(placeOf(path)?.needsLogin, path).toBe(true);
  for (const path of open.split(' ')) {
    expect(placeOf(path), path).toBeDefined();
    expect(placeOf(path)?.needsLogin, path).toBeUndefined();
  }
  for (const path of ['/spot', '/contracts', '/exchange/btcusdt']) expect(placeOf(path)?.isDark, path).toBe(true);
  expect(placeOf('/exchange')?.isDark).toBeUndefined();
  expect(new Set(places.map(({ path }) => path)).size).toBe(places.length);
});

test('pages slide by their place in the menu', () => {
  const [home, quotation, receipt] = [placeOf('/home')!, placeOf('/quotation')!, placeOf('/receipt/a/b')!];
  expect(slideOf(home, quotation, NavigationType.Push)).toBe('forward');
  expect(slideOf(quotation, home, NavigationType.Push)).toBe('back');
  expect(slideOf(receipt, receipt, NavigationType.Push)).toBe('forward');
  expect(slideOf(receipt, receipt, NavigationType.Pop)).toBe('back');
  expect(slideOf(home, home, NavigationType.Push)).toBe('none');
});
