// What was measured beside the bars of the brief: as a table, and as the figures alone.
import type { BenchResult } from '../bench-result.ts';
import { renderTable } from '../render-table.ts';
import type { Marks } from './ask-lighthouse.ts';
import type { Frames } from './measure-frames.ts';

export type Screens = Record<'home' | 'options' | 'quotation', { marks?: Marks; frames?: Frames }>;

interface Figure {
  name: string;
  label: string;
  bar: string;
  isMet: (value: number) => boolean;
}

const atLeast = (least: number) => ({ bar: `>= ${least}`, isMet: (value: number) => value >= least });
const marks: readonly Figure[] = [
  { name: 'performance', label: 'performance', ...atLeast(90) },
  { name: 'accessibility', label: 'accessibility', ...atLeast(100) },
  { name: 'bestPractices', label: 'best practices', ...atLeast(100) },
];
const frames: readonly Figure[] = [
  { name: 'longTasks', label: 'tasks over 50 ms', bar: '0', isMet: (count) => count === 0 },
  { name: 'medianFrameMs', label: 'median frame, ms', bar: '< 16.7', isMet: (ms) => ms < 16.7 },
  { name: 'p95FrameMs', label: 'p95 frame, ms', bar: '<= 20', isMet: (ms) => ms <= 20 },
];
/** Explain the figures above on a machine that others use, too. */
const causes: readonly [name: keyof Frames, label: string, scale: number][] = [
  ['longestWorkMs', 'processor time of the longest task, ms', 1],
  ['p95WorkMs', 'processor time of a frame, p95, ms', 1],
  ['waitedShare', 'time the page waited for a processor, %', 100],
];

export function reportWeb({ screens, faults }: { screens: Screens; faults: readonly string[] }): BenchResult {
  const rows: string[][] = [];
  const web: Record<string, Record<string, number>> = {};
  for (const [screen, measured] of Object.entries(screens)) {
    const values = { ...measured.marks, ...measured.frames } as Record<string, number>;
    web[screen] = {};
    for (const { name, label, bar, isMet } of [...(measured.marks ? marks : []), ...(measured.frames ? frames : [])]) {
      const value = inHundredths(values[name]!);
      web[screen][name] = value;
      rows.push([`${screen}: ${label}`, String(value), bar, isMet(value) ? '' : 'missed']);
    }
    if (!measured.frames) continue;
    for (const [name, label, scale] of causes) {
      rows.push([`${screen}: ${label}`, String(inHundredths(measured.frames[name] * scale)), '', '']);
    }
  }
  const failed = Object.entries(screens).flatMap(([screen, measured]) =>
    measured.marks?.failed.length ? [`${screen}: Lighthouse's ${measured.marks.failed.join(', ')}`] : [],
  );
  return { text: renderTable(['screen', 'measured', 'bar', ''], rows), json: { web }, faults: [...faults, ...failed] };
}

const inHundredths = (value: number): number => Math.round(value * 100) / 100;
