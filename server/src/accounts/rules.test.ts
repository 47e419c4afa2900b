import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loginNamesIn, parseEmail, plainInviteCode, reserveTry, tryCode } from './rules.ts';
import type { CodeState, TryState } from './rules.ts';
import { newInviteCode } from './digests.ts';
import { emailOrPhone, requireReachable } from './register.ts';
import { languageOf, languages } from '../kit/texts.ts';
import { codeMessage, noticeKinds, noticeMessage } from './codes/messages.ts';
import { waitOf } from '../kit/throttle/throttle-rules.ts';

const read = (typed: string, areaCode = '81'): string[] =>
  loginNamesIn(typed, areaCode).map(({ column, value }) => `${column} ${value}`);

test('login names are told apart by their form', () => {
  for (const typed of [' 12345678 ', '１２３４５６７８', '1234 5678', '٣١٢٣٤٥٦٧'])
    assert.match(read(typed, '')[0]!, /^number \d{8}$/, typed);
  for (const typed of [
    'Ada@Example.com',
    ' ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ada﹫example。com',
    '\u200eada@exam\u200bple.com',
  ])
    assert.deepEqual(read(typed), ['email ada@example.com'], typed);
  assert.deepEqual(read('+81 090-1234-5678', ''), ['phone +819012345678']);
  for (const none of ['', 'ada', 'a@b', '1234', '\0', '090-1234-5678']) assert.deepEqual(read(none, ''), [], none);
});

test('whoever registered a phone number logs in with it as it is written at home', () => {
  for (const typed of ['090-1234-5678', '09012345678', '90 1234 5678', '０９０ー１２３４ー５６７８', '+81 90 1234 5678', '0081 90 1234 5678', '819012345678'])
    assert.equal(read(typed)[0], 'phone +819012345678', typed); // oxfmt-ignore
  // Where numbers have eight digits it may be an account's as well, and the account comes first.
  assert.deepEqual(read('9123 4567', '852'), ['number 91234567', 'phone +85291234567']);
  assert.deepEqual(read('+852 9123 4567', '81'), ['phone +85291234567']);
});

test('e-mail addresses cannot carry anything else', () => {
  for (const good of ['a@b.co', 'first.last+tag@sub.example.org']) assert.equal(parseEmail(good), good);
  for (const bad of [
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'a@b.co\nx',
    'a@b.co,c@d.ee',
    '<a@b.co>',
    'a@-b.co',
    `${'a'.repeat(50)}@b.co`,
  ]) {
    assert.equal(parseEmail(bad), undefined, bad);
  }
});

test('nothing is sent to an address that no mail can reach', () => {
  for (const typed of ['.quack@example.com', 'qu..ack@example.com', 'quack.@example.com', 'quack@10.0.0.1'])
    assert.throws(() => requireReachable(emailOrPhone(typed)), { code: 'email-malformed' }, typed);
  assert.deepEqual(read('qu..ack@example.com'), ['email qu..ack@example.com']);
});

test('an address is taken for what it is where either kind may stand, in any width', () => {
  for (const typed of ['a@b.com', 'ａ＠ｂ．ｃｏｍ', 'a﹫b。com'])
    assert.deepEqual(emailOrPhone(typed), { channel: 'email', value: 'a@b.com' }, typed);
  assert.equal(emailOrPhone('＋８１ ９０ １２３４ ５６７８').value, '+819012345678');
});

test('invite codes survive being typed by hand', () => {
  const code = newInviteCode();
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{10}$/);
  const spoken = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  assert.equal(plainInviteCode(` ${spoken.slice(0, 5)}-${spoken.slice(5)} `), code);
  for (const typed of [
    'ＡＢＣ１２３ｄｅｆｇ',
    'ABC–123–DEFG',
    '\u200eABC123DEFG',
    'ABC.123',
    'abc・123・defg',
    'ABC١٢٣DEFG',
  ])
    assert.equal(plainInviteCode(typed).slice(0, 6), 'ABC123', typed);
});

test('a limit never lets more through than it says in any stretch of its window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 100 }),
      (limit, windowMs, gaps) => {
        const rule = { kind: 'limit', limit, windowMs } as const;
        const times: number[] = [];
        let now = 1_000_000;
        for (const gap of gaps) {
          now += gap;
          const wait = waitOf(rule, times, now);
          if (wait === 0) times.push(now);
          else assert.equal(waitOf(rule, times, now + wait), 0, 'it waits as long as it says and no longer');
        }
        for (const time of times) {
          assert.ok(times.filter((other) => other > time - windowMs && other <= time).length <= limit);
        }
      },
    ),
  );
});

test('a code is right at most once for a check and once for an account, after at most five wrong tries', () => {
  const use = fc.constantFrom('check', 'look', 'spend');
  fc.assert(
    fc.property(
      fc.array(fc.record({ use, digest: fc.constantFrom('right', 'wrong'), now: fc.integer({ min: 0, max: 120 }) })),
      (tries) => {
        let state: CodeState = { digest: 'right', expiresAt: 100, wrongTries: 0, checkedAt: null, spentAt: null };
        const rights = { check: 0, look: 0, spend: 0 };
        let wrong = 0;
        for (const attempt of tries) {
          const { verdict, next } = tryCode(state, attempt);
          if (verdict === 'right') {
            assert.ok(attempt.digest === 'right' && attempt.now < 100 && wrong < 5 && rights.spend === 0);
            rights[attempt.use]++;
          } else if (next) wrong++;
          state = next ?? state;
        }
        assert.ok(rights.check <= 1 && rights.spend <= 1 && wrong <= 5);
      },
    ),
  );
});

test('the trade password is looked at five times before it locks, and again after the lock', () => {
  let state: TryState = { tries: 0, lockedUntil: null };
  const looks: number[] = [];
  for (let now = 0; now < 30 * 3_600_000; now += 60_000) {
    const reserved = reserveTry(state, now);
    if ('refusedUntil' in reserved) continue;
    looks.push(now);
    state = reserved;
  }
  const day = 24 * 3_600_000;
  assert.deepEqual(
    looks,
    [0, 1, 2, 3, 4].flatMap((minute) => minute * 60_000).concat([4, 5, 6, 7, 8].map((minute) => day + minute * 60_000)),
  );
});

test('messages exist in every language, with the code in the first line and nowhere without one', () => {
  for (const language of languages) {
    for (const purpose of ['register', 'reset', 'prove', 'contact'] as const) {
      const { subject, text } = codeMessage(purpose, language, '012345');
      assert.match(text.split('\n')[0]!, /(^|\D)012345(\D|$)/, language);
      assert.ok(subject.length > 0 && !text.includes('{'));
    }
    for (const kind of noticeKinds) {
      const notice = noticeMessage(kind, language, 'https://candor.example/#/not-me');
      assert.ok(
        notice.subject.length > 0 && notice.text.length > 40 - (language === 'en' ? 0 : 20),
        `${language} ${kind}`,
      );
      assert.doesNotMatch(notice.text + notice.subject, /[{}]/);
      if (language !== 'en')
        assert.notEqual(notice.text, noticeMessage(kind, 'en', 'https://candor.example/#/not-me').text);
    }
  }
  assert.deepEqual(
    ['en', 'jp', 'ja', 'ko', 'sv', 'ar', 'tw', 'hk', 'mo', 'zh', 'zh-TW', 'de-CH', 'de', 'xx', ''].map(languageOf),
    [
      'en',
      'ja',
      'ja',
      'ko',
      'sv',
      'ar',
      'zh-Hant',
      'zh-Hant',
      'zh-Hant',
      'zh-Hant',
      'zh-Hant',
      'de-CH',
      'de-CH',
      'en',
      'en',
    ],
  );
});
