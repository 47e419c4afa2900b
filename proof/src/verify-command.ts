// candor-verify receipt.json [--key hex] [--archive http://…]: exit 0 it verifies, 1 it does not, 2 it can't be read.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fetchArchive, fetchPublishedKey } from './fetch-archive.ts';
import { parseStrictJson } from './strict-json.ts';
import type { VerifyOptions } from './verify-option.ts';
import { readReceipt, verifyReceipt } from './verify-receipt.ts';

const usage =
  'Usage: candor-verify receipt.json [--key hex] [--archive http://host:port]   (receipt - reads the input)';
// A receipt comes from anywhere: what it holds must not steer the terminal.
const say = (line: string): void => void process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);

try {
  process.exitCode = await verifyFile();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function verifyFile(): Promise<number> {
  const { values, positionals } = readArguments();
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(usage);
  const receipt = parseStrictJson(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const options: VerifyOptions = {};
  if (values.archive !== undefined) {
    const form = readReceipt(receipt);
    if ('receipt' in form) options.archive = await fetchArchive(values.archive, form.receipt);
    if (values.key === undefined) options.trustedKey = await fetchPublishedKey(values.archive);
  }
  if (values.key !== undefined) options.trustedKey = values.key.toLowerCase();
  const { ok, checks } = verifyReceipt(receipt, options);
  for (const { name, ok: fits, detail, isNote } of checks) {
    say(`${!fits ? '✗' : isNote ? '·' : '✓'} ${name.padEnd(11)}  ${detail}`);
  }
  say(ok ? 'The receipt verifies.' : 'The receipt does NOT verify.');
  return ok ? 0 : 1;
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { key: { type: 'string' }, archive: { type: 'string' } } });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}
