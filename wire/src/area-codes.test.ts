import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areaCodeOfLanguage, countries, defaultAreaCode, parsePhoneNumber, searchCountries } from './area-codes.ts';

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
  for (const code of [defaultAreaCode, ...Object.values(areaCodeOfLanguage)]) assert.ok(codes.includes(code), code);
  assert.equal(areaCodeOfLanguage['zh'], '886');
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

test('one number has one form, however it is written', () => {
  const forms = ['+819012345678', '81 90 1234 5678', '+81 (090) 1234-5678', '0081 090-1234-5678', '8109012345678'];
  for (const form of forms) assert.deepEqual(parsePhoneNumber(form), { number: '+819012345678', areaCode: '81' }, form);
  assert.equal(parsePhoneNumber('+39 06 1234567')?.number, '+39061234567', 'Italy keeps its 0');
  assert.equal(parsePhoneNumber('+1 (415) 555-0100')?.number, '+14155550100');
  for (const bad of [
    '',
    '090-1234-5678',
    '+1 415 555 010',
    '+7 912 345 67 89',
    '+81 12345',
    '81٩٠١٢٣٤٥٦٧٨',
    '+81 90 1234 5678 9012 345',
    'a819012345678',
  ]) {
    assert.equal(parsePhoneNumber(bad), undefined, bad);
  }
});

test('what parsing returns parses to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[1-9]\d{5,11}$/), (country, national) => {
      const parsed = parsePhoneNumber(`+${country.areaCode} ${national}`);
      if (parsed) assert.deepEqual(parsePhoneNumber(parsed.number), parsed);
      else
        assert.ok(country.areaCode === '1' ? national.length !== 10 : country.areaCode.length + national.length > 15);
    }),
  );
});
