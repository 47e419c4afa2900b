import { expect, test } from 'vitest';
import { loginPath, wantedPath, withWantedPath } from './wanted-path.ts';

test('a login leads back to where one wanted to go', () => {
  expect(loginPath('/asset?x=1')).toBe('/login?redirect=%2Fasset%3Fx%3D1');
  expect(wantedPath('?redirect=%2Fasset%3Fx%3D1')).toBe('/asset?x=1');
  expect(withWantedPath('/register', '?redirect=%2Fasset')).toBe('/register?redirect=%2Fasset');
  expect(wantedPath('')).toBe('/');
});

test('nobody is led out of the app, or round in a circle', () => {
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login',
    '/register?x=1',
    '/a b',
    '',
  ]) {
    expect(wantedPath(`?redirect=${encodeURIComponent(path)}`), path).toBe('/');
  }
});
