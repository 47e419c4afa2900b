// The sums of an audit that is under way, in a file, so that one that was interrupted goes on where it was. The file lives outside of the
// database: whoever could write it could have lines of the journal passed over. It is believed only if it is sealed with the key beside
// it, block by block, if nobody but its owner can read or write either, and if it is of this database, of these rules, and a day old at most.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, chmod, mkdir, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Wad } from '@candor/wire';
import type { Count, RangeSums } from './journal-sums.ts';

/** What a run must be of to be continued. */
export interface RunOf {
  /** Names the database, and changes when it is restored to an earlier time. */
  database: string;
  /** Changes with what is computed of the journal. */
  rules: string;
}

/** Where a run is after a range. */
export interface Place {
  /** All moves up to this number were read. */
  position: number;
  /** Of the rules on single moves, by name. */
  moveRules: Readonly<Record<string, Count>>;
}

export interface KeptRun {
  /** What the file held; undefined where a run starts from the first move. */
  place: Place | undefined;
  /** When the first range was read. */
  startedAt: number;
  /** Why a file was not continued. */
  ignored: string | undefined;
  append(sums: RangeSums, place: Place): Promise<void>;
  /** After the end: the next run reads everything again. */
  finish(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
const keyBytes = 32;

/** Calls `apply` with each range that an interrupted run has read. */
export async function openKeptRun(
  directory: string,
  of: RunOf,
  { fromTheStart, now, apply }: { fromTheStart: boolean; now: number; apply: (sums: RangeSums) => void },
): Promise<KeptRun> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'audit-run');
  const key = await readKey(join(directory, 'audit-run.key'));
  const read = fromTheStart ? nothing : await readRun(path, { key, of, now, apply });
  if (read.size === 0) {
    const seal = await startFile(path, key, { ...of, startedAt: now });
    return { ...writer(path, key, seal), place: undefined, startedAt: now, ignored: read.ignored };
  }
  // What stands behind the last seal is read again.
  await truncate(path, read.size);
  return { ...writer(path, key, read.seal), place: read.place, startedAt: read.startedAt, ignored: read.ignored };
}

async function readKey(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(randomBytes(keyBytes));
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const openness = await opennessOf(path);
  if (openness !== undefined) throw new Error(openness);
  const key = await readFile(path);
  if (key.length !== keyBytes)
    throw new Error(`${path} is no key: remove it, and the audit starts from the first move`);
  return key;
}

/** Windows has no such modes. */
async function opennessOf(path: string): Promise<string | undefined> {
  const { mode } = await stat(path);
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return isOpen ? `${path} may be read or written by others (mode ${(mode & 0o777).toString(8)})` : undefined;
}

type Header = RunOf & { startedAt: number };

async function startFile(path: string, key: Buffer, header: Header): Promise<string> {
  await rm(path, { force: true });
  const text = `${JSON.stringify(header)}\n`;
  const seal = sealOf(key, '', text);
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${text}=${seal}\n`);
  await file.close();
  await chmod(path, 0o600);
  return seal;
}

/** Each seal covers the one before, so no block can be taken out or moved. */
const sealOf = (key: Buffer, before: string, text: string): string =>
  createHmac('sha256', key).update(before).update('\n').update(text).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function writer(path: string, key: Buffer, first: string) {
  let seal = first;
  return {
    async append(sums: RangeSums, place: Place): Promise<void> {
      const text = `${[...linesOf(sums), JSON.stringify({ ...place, running: sums.running })].join('\n')}\n`;
      seal = sealOf(key, seal, text);
      await appendFile(path, `${text}=${seal}\n`);
    },
    finish: () => rm(path, { force: true }),
  };
}

function* linesOf({ customers, books, house }: RangeSums): Generator<string> {
  for (const [key, total] of customers) yield `c${key} ${total}`;
  for (const [key, total] of house) yield `h${key} ${total}`;
  for (const [account, bits] of books) yield `b${account} ${bits}`;
}

interface Read {
  place: Place | undefined;
  startedAt: number;
  seal: string;
  /** Up to the end of the last seal that is right, in bytes; 0 where nothing is believed. */
  size: number;
  ignored: string | undefined;
}
const nothing: Read = { place: undefined, startedAt: 0, seal: '', size: 0, ignored: undefined };

async function readRun(
  path: string,
  { key, of, now, apply }: { key: Buffer; of: RunOf; now: number; apply: (sums: RangeSums) => void },
): Promise<Read> {
  const size = await stat(path).then((file) => file.size, () => 0); // oxfmt-ignore
  if (size === 0) return nothing;
  const openness = await opennessOf(path);
  if (openness !== undefined) return { ...nothing, ignored: openness };
  const read = { ...nothing };
  let bytes = 0;
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    bytes += Buffer.byteLength(line) + 1;
    if (!line.startsWith('=')) {
      lines.push(line);
      continue;
    }
    const seal = sealOf(key, read.seal, `${lines.join('\n')}\n`);
    // A program that ends while it writes leaves a line that is cut off.
    if (line.length < seal.length + 1 || bytes > size) break;
    if (!isSame(line.slice(1), seal)) return { ...read, ignored: `${path} does not bear the seal of its key` };
    if (read.size === 0) {
      const header = JSON.parse(lines[0]!) as Header;
      const ignored = whyNot(header, of, now);
      if (ignored !== undefined) return { ...nothing, ignored: `${path} ${ignored}` };
      read.startedAt = header.startedAt;
    } else {
      const { running, ...place } = JSON.parse(lines.pop()!) as Place & { running: Count };
      apply({ ...sumsOf(lines), running });
      read.place = place;
    }
    read.seal = seal;
    read.size = bytes;
    lines = [];
  }
  return read.size === 0 ? { ...nothing, ignored: `${path} has no seal` } : read;
}

function whyNot({ database, rules, startedAt }: Header, of: RunOf, now: number): string | undefined {
  if (database !== of.database) return 'is of another database, or of a time before it was restored';
  if (rules !== of.rules) return 'was made by other rules';
  return now - startedAt > dayMs || startedAt > now ? 'is older than a day' : undefined;
}

function sumsOf(lines: readonly string[]): Omit<RangeSums, 'running'> {
  const [customers, house, books] = [new Map<string, Wad>(), new Map<string, Wad>(), new Map<string, number>()];
  for (const line of lines) {
    const end = line.lastIndexOf(' ');
    const [key, value] = [line.slice(1, end), line.slice(end + 1)];
    if (line.startsWith('c')) customers.set(key, BigInt(value) as Wad);
    else if (line.startsWith('h')) house.set(key, BigInt(value) as Wad);
    else books.set(key, parseInt(value, 10));
  }
  return { customers, house, books };
}
