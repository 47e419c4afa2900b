import { describe, expect, test } from 'vitest';
import { addressFault, faultsOf, fieldOf, recipientOf } from './register-rules.ts';
import type { RegisterFields } from './register-rules.ts';

const fields = (changed: Partial<RegisterFields> = {}): RegisterFields => ({
  channel: 'email',
  email: 'ada@example.com',
  country: 'JP',
  areaCode: '81',
  phone: '',
  code: '123456',
  password: 'correct horse',
  confirm: 'correct horse',
  invite: '',
  agrees: true,
  ...changed,
});
const faultNames = (changed: Partial<RegisterFields>) =>
  Object.fromEntries(
    Object.entries(faultsOf(fields(changed))).map(([field, fault]) => [field, 'name' in fault! && fault.name]),
  );

describe('registration form', () => {
  test('a complete form has no faults, without an invitation', () => expect(faultsOf(fields())).toEqual({}));

  test.each([
    [{ email: '' }, { email: 'register.emailRequired' }],
    [{ email: '  ' }, { email: 'register.emailRequired' }],
    [{ email: 'ada' }, { email: 'refusals.email-malformed' }],
    [{ email: 'ada@example' }, { email: 'refusals.email-malformed' }],
    [{ email: 'a da@example.com' }, { email: 'refusals.email-malformed' }],
    [{ email: `${'a'.repeat(45)}@example.com` }, { email: 'register.emailLength' }],
    [{ code: ' ' }, { code: 'register.codeRequired' }],
    [
      { password: '', confirm: '' },
      { password: 'register.passwordRequired', confirm: 'register.confirmRequired' },
    ],
    [{ password: '12345', confirm: '12345' }, { password: 'refusals.password-length' }],
    [{ password: 'x'.repeat(21), confirm: 'x'.repeat(21) }, { password: 'refusals.password-length' }],
    [{ confirm: 'correct house' }, { confirm: 'register.confirmDiffers' }],
    [{ agrees: false }, { agrees: 'register.agreeRequired' }],
    [{ channel: 'phone', phone: '' }, { phone: 'register.phoneRequired' }],
    [{ channel: 'phone', phone: '12' }, { phone: 'register.phoneMalformed' }],
  ] as const)('%o has %o', (changed, expected) => expect(faultNames(changed)).toEqual(expected));

  test('an address goes to the server as every keyboard means it', () => {
    for (const email of [' ada@example.com', 'ａｄａ＠ｅｘａｍｐｌｅ。ｃｏｍ', '\u200eada@exam\u200bple.com']) {
      expect(recipientOf(fields({ email }))).toBe('ada@example.com');
      expect(faultNames({ email })).toEqual({});
    }
  });

  test('six and twenty characters are a password', () => {
    for (const password of ['wren 7', 'a wren and 9 larks !'])
      expect(faultNames({ password, confirm: password })).toEqual({});
  });

  test('plain passwords and her own address are none', () => {
    for (const password of ['xxxxxxxx', '12345678', '        ', 'ann.smith1'])
      expect(faultNames({ email: 'ann.smith@example.com', password, confirm: password })).toEqual({
        password: 'refusals.password-weak',
      });
  });

  test('only the chosen way of being reached is looked at', () => {
    expect(addressFault(fields({ channel: 'phone', email: '', phone: '090 1234 5678' }))).toEqual({});
  });
});

describe('recipient', () => {
  test.each([
    ['81', '090-1234-5678', '+8109012345678'],
    ['81', '０９０ー１２３４ー５６７８', '+8109012345678'],
    ['81', '+46 70 123 45 67', '+46701234567'],
    ['1', '(415) 555 0100', '+14155550100'],
    ['46', '', ''],
  ])('+%s %s is %s', (areaCode, phone, expected) => {
    expect(recipientOf({ channel: 'phone', email: '', areaCode, phone })).toBe(expected);
  });

  test('spaces around an address are nothing', () => {
    expect(recipientOf({ channel: 'email', email: ' ada@example.com ', areaCode: '81', phone: '' })).toBe(
      'ada@example.com',
    );
  });
});

test('refusals go to the field that they are about', () => {
  expect(fieldOf('code-expired', 'email')).toBe('code');
  expect(fieldOf('invite-unknown', 'email')).toBe('invite');
  expect(fieldOf('phone-malformed', 'phone')).toBe('phone');
  expect(fieldOf('registration-failed', 'email')).toBeUndefined();
});
