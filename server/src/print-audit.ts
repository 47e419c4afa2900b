// How an audit is shown as it runs: a line for each rule, or with --json a document for each event.
import type { AuditEvent } from './ledger/audit/run-audit.ts';

export interface Totals {
  checked: number;
  broken: string[];
  notChecked: string[];
}

/** 0 where every rule holds, 1 where one is broken, 2 where one could not be checked and none is broken. */
export const exitCodeOf = ({ broken, notChecked }: Totals): 0 | 1 | 2 =>
  broken.length > 0 ? 1 : notChecked.length > 0 ? 2 : 0;

export function countEvent(totals: Totals, event: AuditEvent): void {
  if (event.kind === 'checked') {
    totals.checked++;
    if (event.broken > 0) totals.broken.push(event.name);
  } else if (event.kind === 'not-checked') totals.notChecked.push(event.name);
}

const tenths = (seconds: number): string =>
  seconds.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** A line for people. */
export function describeEvent(event: AuditEvent): string {
  switch (event.kind) {
    case 'checked': {
      const { name, checked, broken, examples = [], seconds } = event;
      const counts = `${checked} checked${broken === 0 ? '' : `, ${broken} broken`}, ${tenths(seconds)} s`;
      const suchAs = examples.length === 0 ? '' : `, such as ${examples.join(', ')}`;
      return `${broken === 0 ? '✓' : '✗'} ${name} (${counts})${suchAs}`;
    }
    case 'not-checked':
      return `! ${event.name} was not checked after ${tenths(event.seconds)} s: ${event.reason}`;
    case 'progress':
      return `… the journal is read up to ${event.position} of ${event.last}`;
    case 'continued':
      return `… goes on with an audit that was interrupted, behind move ${event.about}`;
    case 'ignored':
      return `… starts from the first move: ${event.about}`;
    case 'new-snapshot':
      return '… the rules below see a later state of the database than those above';
  }
}

export function describeTotals({ checked, broken, notChecked }: Totals, seconds: number): string {
  const parts = [`${checked} rules checked in ${tenths(seconds)} s`, `${broken.length} broken`];
  if (notChecked.length > 0) parts.push(`${notChecked.length} not checked`);
  return parts.join(', ');
}
