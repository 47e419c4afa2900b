// Whether what was changed of a contract was asked for, and its parts closed, as the ticks say.
import { fitsDecimals, wad } from '@candor/wire';
import type { ContractReceipt, ContractReceiptChange, ContractReceiptPart } from '@candor/wire';
import { check, differs } from './checks.ts';
import type { Check, ContractCheckName } from './checks.ts';
import type { ContractDecision, DecidedPart } from './decide-contract.ts';

/** Partial closes are those that the ticks made, and nothing was asked that could not come into force. */
export function checkChanges(receipt: ContractReceipt, { parts, exit }: ContractDecision): Check<ContractCheckName> {
  const faults = findRequestFaults(receipt);
  const changes: readonly ContractReceiptChange[] = receipt.changes;
  const claimed = changes.filter((change) => change.kind === 'part');
  for (let place = 0; place < Math.max(claimed.length, parts.length); place++) {
    faults.push(...findPartFaults(`partial close ${place + 1} of changes`, claimed[place], parts[place]));
  }
  if (receipt.version === 2) faults.push(...findHiddenParts(receipt));
  const last = changes.at(-1);
  if (exit && last && last.kind !== 'part' && last.accepted_sequence >= exit[0]) {
    faults.push(`changes end with one after tick ${exit[0]}, which had ended it`);
  }
  return check('changes', faults, `${changes.length} changes, ${parts.length} of them partial closes`);
}

function findPartFaults(
  name: string,
  claimed: ContractReceiptPart | undefined,
  decided: DecidedPart | undefined,
): string[] {
  if (!claimed || !decided) return differs(name, claimed?.tick.sequence, decided?.tick.sequence);
  const faults = (['sheets', 'margin', 'pnl', 'paid'] as const).flatMap((field) =>
    differs(`${name}: ${field}`, claimed[field], decided[field]),
  );
  for (const field of ['sequence', 'price', 'published_ms'] as const) {
    faults.push(...differs(`${name}: tick.${field}`, claimed.tick[field], decided.tick[field]));
  }
  if (!('net' in claimed)) return faults;
  for (const field of ['fee', 'net'] as const)
    faults.push(...differs(`${name}: ${field}`, claimed[field], decided[field]));
  const lateMs = Date.parse(claimed.settled_at) - decided.tick.published_ms;
  if (!(lateMs >= 0)) faults.push(`${name}: settled_at is ${claimed.settled_at}, before its tick was published`);
  return faults;
}

/** From version 2 on the receipt itself has every tick from the request to close a part to the one that closed it. */
function findHiddenParts({ archive, changes, order }: ContractReceipt): string[] {
  const known = new Set(archive.flatMap(({ ticks }) => ticks.map(([sequence]) => sequence)));
  let asked = order.accepted_sequence;
  const faults: string[] = [];
  for (const [place, change] of changes.entries()) {
    if (change.kind === 'close') asked = change.accepted_sequence;
    if (change.kind !== 'part') continue;
    for (let sequence = asked + 1; sequence <= change.tick.sequence; sequence++) {
      if (known.has(sequence)) continue;
      faults.push(`archive has no tick ${sequence}, which changes.${place} follows from`);
      break;
    }
  }
  return faults;
}

/** What was asked has a time, an order and an amount that make sense; the ticks are another matter. */
function findRequestFaults({ changes, cancel, order }: ContractReceipt): string[] {
  const faults: string[] = [];
  let latest = { received_ms: 0, accepted_sequence: order.accepted_sequence };
  for (const [place, change] of changes.entries()) {
    const path = `changes.${place}`;
    if (change.kind === 'part') continue;
    if (change.accepted_sequence < latest.accepted_sequence) {
      faults.push(`${path}.accepted_sequence is ${change.accepted_sequence}, before what was asked earlier`);
    }
    if (change.received_ms < order.received_ms) faults.push(`${path}.received_ms is before order.received_ms`);
    if (change.kind === 'close' && change.sheets < 1) faults.push(`${path}.sheets is ${change.sheets}, below 1`);
    if (change.kind === 'margin' && (wad(change.amount) === 0n || !fitsDecimals(wad(change.amount), 4))) {
      faults.push(`${path}.amount is ${change.amount}, which nobody can add`);
    }
    latest = change;
  }
  if (cancel !== null && cancel.accepted_sequence < latest.accepted_sequence) {
    faults.push(`cancel.accepted_sequence is ${cancel.accepted_sequence}, before what was asked earlier`);
  }
  return faults;
}
