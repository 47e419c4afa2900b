import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainEmail } from './plain-email.ts';

test('an address is one, whatever keyboard it was typed on and whatever came along with it', () => {
  for (const typed of [
    'Ada@Example.com',
    ' Ada@Example.com\u3000',
    'Ａｄａ＠Ｅｘａｍｐｌｅ．ｃｏｍ',
    'Ada@Example。com',
    'Ada@Example｡com',
    '\u200eAda@Exa\u200bmple.com\ufeff',
    'A\u00adda@Example.com\ufe0f',
  ])
    assert.equal(plainEmail(typed), 'Ada@Example.com', typed);
  assert.equal(plainEmail('a b@c.de'), 'a b@c.de', 'a blank within stays, and is refused by whoever reads it');
});
