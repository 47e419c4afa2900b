import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOf, PlayedXrpl } from '../../../chain/src/deposits/played-xrpl.test-support.ts';
import { faultOfAccount } from './xrpl-account.ts';

test('an account that does not exist, or accepts payments without a tag, is reported', async () => {
  const node = new PlayedXrpl();
  const fault = () => faultOfAccount(node.ask, accountOf(0xa));
  assert.equal(await fault(), undefined);
  // Other flags of the account, such as a disabled master key, do not require tags.
  for (const flags of [0, 0x0010_0000, 0x7ffd_ffff]) {
    node.flags = flags;
    assert.equal(await fault(), 'tag-not-required', String(flags));
  }
  node.flags = 0x0012_0000;
  assert.equal(await fault(), undefined);
  node.flags = undefined;
  assert.equal(await fault(), 'missing');
});
