// What the server wrote while it was soaked: warnings are its business, errors and crashes are findings.
import type { Findings } from '../crash/findings.ts';

const errorLevel = 50;
const saidInOrder = /^Candor is (?:running|closing)/;
const textMax = 300;

export function checkServerLog(text: string, findings: Findings): void {
  for (const line of text.split('\n')) {
    if (line === '' || saidInOrder.test(line)) continue;
    const level = levelOf(line);
    if (level === undefined) findings.add('the server printed something unexpected', line.slice(0, textMax));
    // Whole, however long: a part of its JSON can't be read by any tool, and the stack comes last.
    else if (level >= errorLevel) findings.add('the server logged an error', line);
  }
}

function levelOf(line: string): number | undefined {
  try {
    const { level } = JSON.parse(line) as { level?: unknown };
    return typeof level === 'number' ? level : undefined;
  } catch {
    return undefined;
  }
}
