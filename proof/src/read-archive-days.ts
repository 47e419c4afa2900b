// The archive from files on this machine: days as they were downloaded. Each minute is held to its chain and to what its ticks were
// made of before anything is compared with it. For commands alone: browsers ask the server.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { coinOfCode, getArchiveDay } from '@candor/wire';
import type { ArchiveMinute, ArchivedTick, TickRun } from '@candor/wire';
import { unpackInputLines, unpackTickColumns } from './packed-minute.ts';
import { parseStrictJson } from './strict-json.ts';
import { hashTick, verifyTickRun } from './tick-chain.ts';
import { findInputsFault, versionOfInputs } from './tick-inputs.ts';
import type { InputsVersion } from './tick-inputs.ts';

const unpackedBytesMax = 4 * 1024 * 1024;

/** Reads the files of a coin in a folder; what is returned gives the ticks after a sequence up to `last`, as far as one minute has them. */
export function openArchiveDays(folder: string, coin: string): (after: number, last: number) => TickRun {
  const files = readdirSync(folder).filter((name) => name.startsWith(`candor-${coin}-`) && name.endsWith('.ndjson'));
  if (files.length === 0)
    throw new Error(`${folder} holds no day of ${coin}; a file is called candor-${coin}-2026-01-31.ndjson`);
  const minutes = files.toSorted().flatMap((name) => readDay(join(folder, name), coin));
  return (after, last) => {
    const minute = minutes.find(({ first_sequence: first, last_sequence: last }) => first <= after + 1 && after < last);
    if (minute) return ticksAfter(minute, after, last);
    const before = minutes.find(({ last_sequence: sequence }) => sequence === after);
    if (!before) throw new Error(`${folder} holds no tick after ${after} of ${coin}`);
    return { coin, start_hash: before.hash, ticks: [], end_hash: before.hash };
  };
}

function readDay(file: string, coin: string): ArchiveMinute[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line, place) => {
    const read = getArchiveDay.reply.safeParse(parseStrictJson(line));
    if (!read.success || read.data.coin !== coin)
      throw new Error(`line ${place + 1} of ${file} is no minute of ${coin}`);
    return read.data;
  });
}

function ticksAfter(minute: ArchiveMinute, after: number, last: number): TickRun {
  const { coin, previous_hash: previousHash, hash } = minute;
  const ticks = unpackTickColumns(inflate(minute.ticks));
  const [finding] = verifyTickRun({ coin, start_hash: previousHash, ticks, end_hash: hash });
  const isWhole = ticks[0]?.[0] === minute.first_sequence && ticks.at(-1)?.[0] === minute.last_sequence;
  const fault = finding?.detail ?? (isWhole ? findListFault(minute, ticks) : 'its ticks are not those that it names');
  if (fault !== undefined)
    throw new Error(`the archive's minute ${minute.minute_ms} of ${coin} is not sound: ${fault}`);
  const from = ticks.filter(([sequence]) => sequence <= after).length;
  const to = ticks.filter(([sequence]) => sequence <= last).length;
  const hashAfter = (head: string, span: ArchivedTick[]): string =>
    span.reduce((before, tick) => hashTick(before, coin, tick), head);
  const start_hash = hashAfter(previousHash, ticks.slice(0, from));
  const inside = ticks.slice(from, to);
  return { coin, start_hash, ticks: inside, end_hash: hashAfter(start_hash, inside) };
}

/** What does not follow from the lists of the sources; ticks of several sources must have one. */
function findListFault(
  { coin, first_sequence: first, sources }: ArchiveMinute,
  ticks: ArchivedTick[],
): string | undefined {
  const lists = new Map(sources === null ? [] : unpackInputLines(first, inflate(sources)));
  const decimals = coinOfCode(coin)?.priceDecimals ?? 0;
  let leastVersion: InputsVersion = 1;
  for (const [sequence, price, , , inputs] of ticks) {
    if (!inputs.includes(' ')) continue;
    const list = lists.get(sequence);
    if (list === undefined) return `tick ${sequence} has no list of its sources`;
    const fault = findInputsFault({ inputs, price, list, decimals, leastVersion });
    if (fault !== undefined) return `tick ${sequence}: ${fault}`;
    leastVersion = versionOfInputs(list) ?? leastVersion;
  }
  return undefined;
}

const inflate = (packed: string): string =>
  inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: unpackedBytesMax }).toString('utf8');
