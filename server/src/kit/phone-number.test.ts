import { countries, plainPhone } from '@candor/wire';
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

test('an area code that is there twice with a 0 behind it is read to an end', () => {
  for (const { areaCode } of countries)
    for (const national of ['0600000000', '00600000000', '0123456', '060000000000'])
      for (const times of [0, 1, 2]) {
        const parsed = parsePhoneNumber(`+${areaCode} ${areaCode.repeat(times)}${national}`);
        if (parsed) assert.deepEqual(parsePhoneNumber(parsed.number), parsed);
      }
});

test('a 0 before a number is part of it where the country has such numbers, and makes no second number elsewhere', () => {
  for (const [typed, number] of [
    ['+48 0512 345 678', '+48512345678'],
    ['+352 0628 123 456', '+352628123456'],
    ['+65 0 8123 4567', '+6581234567'],
    ['+852 0 5123 4567', '+85251234567'],
    ['+34 0612 34 56 78', '+34612345678'],
    ['+39 06 1234567', '+39061234567'],
    ['+39 347 123 4567', '+393471234567'],
  ] as const)
    assert.equal(parsePhoneNumber(typed)?.number, number, typed);
  for (const bad of ['+48 00512 345 678', '+352 00628 123 456', '+65 00 8123 4567', '+48 012345678', '+45 0123 4567'])
    assert.equal(parsePhoneNumber(bad), undefined, bad);
  for (const { areaCode } of countries)
    for (let at = 0; at < 500; at++) {
      const parsed = parsePhoneNumber(`+${areaCode}0${String(at * 7_654_321 + 1_234_567).slice(0, 6 + (at % 5))}`);
      const kept = parsed?.number.startsWith(`+${areaCode}0`) ?? false;
      assert.ok(!kept || ['39', '47', '853'].includes(areaCode), parsed?.number);
    }
});

test('an area code that is there twice counts once, in every country', () => {
  for (const { iso, areaCode } of countries) {
    const { number, nationalNumber } = getExampleNumber(iso as CountryCode, examples)!;
    for (const typed of [`+${areaCode}${number.slice(1)}`, `${areaCode} ${nationalNumber}`, `00${areaCode}${nationalNumber}`])
      assert.equal(parsePhoneNumber(typed, areaCode)?.number, number, `${iso} ${typed}`); // oxfmt-ignore
    assert.equal(parsePhoneNumber(plainPhone(`${areaCode} ${nationalNumber}`, areaCode))?.number, number, iso);
  }
  assert.equal(parsePhoneNumber('+49 49 21 123456')?.number, '+494921123456', 'Emden is no area code twice');
  assert.equal(parsePhoneNumber('+46 46 70 123 45 67')?.number, '+46701234567');
  assert.equal(parsePhoneNumber('+1 464 670 1234')?.number, '+14646701234', 'what is right as it stands stays');
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
    fc.property(
      fc.constantFrom(...countries),
      fc.stringMatching(/^0{0,3}\d{4,14}$/),
      fc.nat(2),
      fc.constantFrom('', '81', '1', '39'),
      ({ areaCode }, national, more, home) => {
        for (const typed of [`+${areaCode} ${areaCode.repeat(more)}${national}`, national]) {
          const parsed = parsePhoneNumber(typed, home);
          if (parsed) assert.deepEqual(parsePhoneNumber(parsed.number, '81'), parsed);
        }
      },
    ),
  );
});
