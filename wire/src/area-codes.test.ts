import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countries, plainPhone, searchCountries } from './area-codes.ts';

const isoOf = (typed: string): string[] => searchCountries(typed).map(({ iso }) => iso);

test('38 countries, no area code the beginning of another', () => {
  assert.equal(countries.length, 38);
  assert.equal(new Set(countries.map(({ iso }) => iso)).size, 38);
  const codes = [...new Set(countries.map(({ areaCode }) => areaCode))];
  for (const code of codes)
    assert.deepEqual(
      codes.filter((other) => other.startsWith(code)),
      [code],
    );
});

test('countries are found by name in English or at home, by code and by area code', () => {
  assert.deepEqual(isoOf('81'), ['JP']);
  assert.deepEqual(isoOf('+81'), ['JP']);
  assert.deepEqual(isoOf('日本'), ['JP']);
  assert.deepEqual(isoOf('  sWeD '), ['SE']);
  assert.deepEqual(isoOf('turkiye'), ['TR']);
  assert.deepEqual(isoOf('osterr'), ['AT']);
  assert.deepEqual(isoOf('1'), ['US', 'CA']);
  assert.deepEqual(isoOf('85'), ['HK', 'MO']);
  assert.equal(isoOf('de')[0], 'DE', 'an exact code comes before names with these letters');
  assert.ok(isoOf('land').includes('FI'));
  for (const typed of ['٨١', '８１', '+ 81', '0081', '\u200e+81']) assert.deepEqual(isoOf(typed), ['JP'], typed);
  for (const typed of ['south-korea', 'SOUTH  KOREA', 'ｋｒ', '대하']) assert.equal(isoOf(typed)[0], 'KR', typed);
  for (const typed of ['HONG-KONG', 'hongkong', 'H.K.']) assert.equal(isoOf(typed)[0], 'HK', typed);
  assert.equal(isoOf('U.S.')[0], 'US');
  assert.deepEqual(isoOf('00'), isoOf(''), 'what may still become a number');
  assert.deepEqual(isoOf('zzz'), []);
  assert.equal(isoOf(' ').length, 38);
  const inSwedish = new Intl.DisplayNames('sv', { type: 'region' });
  assert.deepEqual(
    searchCountries('tyskland', (iso) => inSwedish.of(iso)!).map(({ iso }) => iso),
    ['DE'],
  );
});

test('every country is found by every beginning of its names and of its area code', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...countries),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      (country, length, isUpper) => {
        for (const text of [country.name, country.nativeName, country.areaCode, `+${country.areaCode}`]) {
          const typed = [...text].slice(0, length).join('');
          if (typed === '+') continue;
          const found = searchCountries(isUpper ? typed.toUpperCase() : typed);
          assert.ok(found.includes(country), `${typed} finds ${country.name}`);
        }
      },
    ),
  );
});

test('search takes any text and returns each country at most once', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const found = searchCountries(typed);
      assert.equal(new Set(found).size, found.length);
    }),
  );
});

test('a number loses what only separates, in any script', () => {
  const forms = [
    '090-1234-5678',
    '(090) 1234 5678',
    '０９０ー１２３４ー５６７８',
    '\u202a090\u00a01234\u20135678\u202c',
    '٠٩٠١٢٣٤٥٦٧٨',
  ];
  for (const form of forms) assert.equal(plainPhone(form, '81'), '+8109012345678', form);
  for (const form of ['+41 79 123 45 67', '0041 79 1234567', '＋41 79 123 45 67'])
    assert.equal(plainPhone(form, '81'), '+41791234567', form);
  assert.equal(plainPhone(' ', '81'), '');
  assert.equal(plainPhone('a90', '81'), '+81a90', 'what is no number stays');
});
