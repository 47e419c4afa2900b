// candor-verify receipt.json [--key hex] [--archive http://…], or candor-verify --log http://… [--key hex] [--keep file]: exit 0 it is
// verified, 1 it is refuted, 2 not all could be checked.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fetchArchive, fetchPublishedKey } from './fetch-archive.ts';
import type { Check, Verdict } from './checks.ts';
import { parseStrictJson } from './strict-json.ts';
import type { VerifyOptions } from './receipt-rules.ts';
import { lookAtLog, type LogLook } from './verify-log-command.ts';
import { verifyDraw } from './verify-draw.ts';
import { readReceipt, verifyReceipt } from './verify-receipt.ts';

const usage =
  'Usage: candor-verify receipt.json [--key hex] [--archive http://host:port | folder of days]   (receipt - reads the input)\n' +
  '       candor-verify --log http://host:port [--key hex] [--keep file]   (the file keeps the newest checkpoint that was seen)';
// A receipt comes from anywhere: what it holds must not steer the terminal.
const say = (line: string): void => void process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);

const exitCodes: Record<Verdict, number> = { verified: 0, refuted: 1, incomplete: 2 };
const inWords = {
  archive: 'whether its ticks are the public ones (--archive http://host:port compares them)',
  reach: 'whether they go on to what decided (once the public archive shows it, --archive tells)',
  key: "whether the key is the platform's (--key hex, or --archive)",
};

try {
  process.exitCode = await verify();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function verify(): Promise<number> {
  const { values, positionals } = readArguments();
  const { log, keep: keepFile, key } = values;
  if (log !== undefined && positionals.length === 0)
    return verifyLogAt({ base: log, key: key?.toLowerCase(), keepFile });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1 || log !== undefined || keepFile !== undefined)
    throw new Error(usage);
  return verifyFile(file, values);
}

async function verifyLogAt(look: LogLook): Promise<number> {
  const { verdict, checks, proofFaults, lines } = await lookAtLog(look);
  sayChecks([...checks, ...proofFaults.map((detail) => ({ name: 'proofs', ok: false, detail }))]);
  for (const line of lines) say(`  ${line}`);
  const isRefuted = verdict === 'refuted' || proofFaults.length > 0;
  say(isRefuted ? 'The log does NOT verify.' : 'The log verifies.');
  return isRefuted ? exitCodes.refuted : exitCodes[verdict];
}

async function verifyFile(file: string, values: { archive?: string; key?: string }): Promise<number> {
  const receipt = parseStrictJson(readFileSync(file === '-' ? 0 : file, 'utf8'));
  if (isDraw(receipt)) return verifyDrawFile(receipt, values);
  const options: VerifyOptions = {};
  if (values.archive !== undefined) {
    const form = readReceipt(receipt);
    if ('receipt' in form) options.archive = await fetchArchive(values.archive, form.receipt);
    if (values.key === undefined) options.trustedKey = await fetchPublishedKey(values.archive);
  }
  if (values.key !== undefined) options.trustedKey = values.key.toLowerCase();
  const { verdict, checks, unchecked } = verifyReceipt(receipt, options);
  sayChecks(checks);
  say(lastLine(verdict, unchecked));
  return exitCodes[verdict];
}

function isDraw(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'draw';
}

/** The document of a draw; --archive asks a server for the platform's key. */
async function verifyDrawFile(draw: unknown, { archive, key }: { archive?: string; key?: string }): Promise<number> {
  const trustedKey = key?.toLowerCase() ?? (archive === undefined ? undefined : await fetchPublishedKey(archive));
  const { verdict, checks, unchecked } = verifyDraw(draw, { trustedKey });
  sayChecks(checks);
  if (verdict === 'incomplete')
    say(`NOT FULLY CHECKED: what was checked fits, but not checked is ${unchecked.join(', ')}.`);
  else say(verdict === 'verified' ? 'The draw verifies.' : 'The draw does NOT verify.');
  return exitCodes[verdict];
}

function sayChecks(checks: readonly Check<string>[]): void {
  for (const { name, ok: fits, detail, isNote } of checks) {
    say(`${!fits ? '✗' : isNote ? '·' : '✓'} ${name.padEnd(11)}  ${detail}`);
  }
}

function lastLine(verdict: Verdict, unchecked: readonly string[]): string {
  if (verdict === 'verified') return 'The receipt verifies.';
  if (verdict === 'refuted') return 'The receipt does NOT verify.';
  const missing = unchecked.map((name) => inWords[name as keyof typeof inWords]);
  return `NOT FULLY CHECKED: what was checked fits, but not checked is ${missing.join(', and ')}.`;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        archive: { type: 'string' },
        log: { type: 'string' },
        keep: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}
