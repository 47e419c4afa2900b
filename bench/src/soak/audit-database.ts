// The product's own audit, run as its command over the soaked database.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Findings } from '../crash/findings.ts';
import { repository } from '../server-process.ts';

/** Its lines, one for each invariant. */
export async function auditDatabase(dataDirectory: string, findings: Findings): Promise<string[]> {
  const file = join(repository, 'server/src/audit.ts');
  const child = spawn(process.execPath, [file], {
    cwd: repository,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIRECTORY: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = output.split('\n').filter((line) => /^[✓✗!]/u.test(line));
  if (code !== 0)
    findings.add('the audit found something broken', lines.filter((line) => !line.startsWith('✓')).join('; '));
  if (lines.length === 0) findings.add('the audit checked nothing', `exit code ${code}`);
  return lines;
}
