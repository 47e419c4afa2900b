import { countries } from '@candor/wire';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { getExampleNumber, type CountryCode } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { parsePhoneNumber } from './phone-number.ts';

test('one number has one form, however it is written', () => {
  const forms = [
    '+819012345678',
    '81 90 1234 5678',
    '+81 (090) 1234-5678',
    '0081 090-1234-5678',
    '8109012345678',
    '81٩٠١٢٣٤٥٦٧٨',
    '＋８１９０１２３４５６７８',
    '+81 81 90 1234 5678',
  ];
  for (const form of forms) assert.deepEqual(parsePhoneNumber(form), { number: '+819012345678', areaCode: '81' }, form);
  assert.equal(parsePhoneNumber('+39 06 1234567')?.number, '+39061234567', 'Italy keeps its 0');
  assert.equal(parsePhoneNumber('+1 (415) 555-0100')?.number, '+14155550100');
  assert.equal(parsePhoneNumber('+44 07911 123456')?.number, '+447911123456');
});

test('what is no number of a country that is accepted is none', () => {
  for (const bad of ['', '+', '090-1234-5678', '+1 415 555 010', '+7 912 345 67 89', '+81 12345', '+81 90 1234 5678 9012 345', 'a819012345678', '+44007911123456', '+490030123456'])
    assert.equal(parsePhoneNumber(bad), undefined, bad); // oxfmt-ignore
});

test('at home a number needs no area code, and one that has it is not of home', () => {
  for (const typed of ['090-1234-5678', '90 1234 5678', '０９０ー１２３４ー５６７８', '81 90 1234 5678'])
    assert.equal(parsePhoneNumber(typed, '81')?.number, '+819012345678', typed);
  assert.equal(parsePhoneNumber('+41 79 123 45 67', '81')?.number, '+41791234567');
});

test('each country’s own numbers are read, at home as everywhere, and reading again changes nothing', () => {
  for (const { iso, areaCode } of countries) {
    const example = getExampleNumber(iso as CountryCode, examples)!;
    const wanted = { number: example.number as string, areaCode };
    for (const typed of [example.formatInternational(), example.number.slice(1), example.formatNational()])
      assert.deepEqual(parsePhoneNumber(typed, areaCode), wanted, `${iso} ${typed}`);
  }
  fc.assert(
    fc.property(fc.constantFrom(...countries), fc.stringMatching(/^\d{4,14}$/), ({ areaCode }, national) => {
      const parsed = parsePhoneNumber(`+${areaCode} ${national}`);
      if (parsed) assert.deepEqual(parsePhoneNumber(parsed.number, '81'), parsed);
    }),
  );
});
