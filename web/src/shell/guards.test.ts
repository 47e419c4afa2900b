import { expect, test } from 'vitest';
import { redirectOf } from './guards.ts';
import { paramsOf, routeOf, routes } from './routes.ts';
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
  expect(redirectOf('/loginpassword', false)).toBe('/login?redirect=%2Floginpassword');
  expect(redirectOf('/loginpassword', false, 'changed')).toBe('/login');
  expect(redirectOf('/asset', true)).toBeUndefined();
});

test('the spec’s paths are all there, open to whom it says', () => {
  const closed =
    '/asset /recharge /withdraw /exchange /bankInfo /withdrawhistory /borrowhistory /rechargehistory /bills /transactionpassword /loginpassword /authentication /orderSuccess/1 /myOrder /myPledge /myPledgeMx /spot /contracts';
  const open =
    '/exchange/btcusdt /login /register /bugCoin /borrow /language /address /addaddress /help /legal /newsList /good/1 /indexGood /periodsList/1';
  for (const path of closed.split(' ')) expect(routeOf(path)?.needsLogin, path).toBe(true);
  for (const path of open.split(' ')) {
    expect(routeOf(path), path).toBeDefined();
    expect(routeOf(path)?.needsLogin, path).toBeUndefined();
  }
  for (const path of ['/spot', '/contracts', '/exchange/btcusdt']) expect(routeOf(path)?.isDark, path).toBe(true);
  expect(routeOf('/exchange')?.isDark).toBeUndefined();
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
});

test('what stands at the named places of a path is read as it was meant', () => {
  const receipt = '/receipt/option/opt_1';
  expect(paramsOf(routeOf(receipt)!, receipt)).toEqual({ kind: 'option', id: 'opt_1' });
  expect(paramsOf(routeOf('/news/a%20b')!, '/news/a%20b')).toEqual({ id: 'a b' });
  expect(paramsOf(routeOf('/news/%')!, '/news/%')).toEqual({ id: '%' });
  expect(paramsOf(routeOf('/home')!, '/home')).toEqual({});
});

test('pages slide by their place in the menu', () => {
  const [home, quotation, receipt] = [routeOf('/home')!, routeOf('/quotation')!, routeOf('/receipt/a/b')!];
  expect(slideOf(home, quotation, 'push')).toBe('forward');
  expect(slideOf(quotation, home, 'push')).toBe('back');
  expect(slideOf(receipt, receipt, 'push')).toBe('forward');
  expect(slideOf(receipt, receipt, 'pop')).toBe('back');
  expect(slideOf(home, home, 'push')).toBe('none');
});
