import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindings } from '../crash/findings.ts';
import { checkServerLog } from './server-log.ts';

test('an error is reported with its whole line, which can be read as JSON; other text is cut', () => {
  const error = {
    level: 50,
    time: 1,
    msg: 'a job failed',
    error: { message: 'x', stack: 'at somewhere\n'.repeat(100) },
  };
  const warning = { level: 40, msg: 'slow' };
  const findings = createFindings();
  const lines = ['Candor is running on port 1', JSON.stringify(warning), JSON.stringify(error), 'x'.repeat(1_000), ''];
  checkServerLog(lines.join('\n'), findings);
  const [, logged, , printed] = findings.lines();
  assert.equal(findings.count(), 2);
  assert.deepEqual(JSON.parse(logged!.trim()), error);
  assert.equal(printed!.trim(), 'x'.repeat(300));
});
