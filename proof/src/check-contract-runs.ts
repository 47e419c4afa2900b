// Whether each of a contract's runs is sound, and they follow each other and the order.
import type { ContractReceipt } from '@candor/wire';
import { check, differs } from './checks.ts';
import type { Check, ContractCheckName } from './checks.ts';
import { genesisHash, verifyTickRun } from './tick-chain.ts';

export function checkContractRuns({ archive, order }: ContractReceipt): Check<ContractCheckName> {
  const faults = archive.flatMap((run, place) => [
    ...verifyTickRun(run).map((finding) => `archive.${place}: ${finding.detail}`),
    ...differs(`archive.${place}.coin`, run.coin, order.coin),
  ]);
  const first = archive[0];
  const start = first?.ticks[0]?.[0];
  if (start !== undefined && start <= order.accepted_sequence) {
    faults.push(`archive.0.ticks begin at ${start}, but order.accepted_sequence is ${order.accepted_sequence}`);
  }
  if (order.accepted_sequence === 0 && (start ?? 1) === 1 && first) {
    faults.push(...differs('archive.0.start_hash', first.start_hash, genesisHash(order.coin)));
  }
  for (const [place, later] of archive.slice(1).entries()) {
    const [end, next] = [archive[place]!.ticks.at(-1)?.[0] ?? 0, later.ticks[0]?.[0] ?? 0];
    if (next <= end) faults.push(`archive.${place + 1}.ticks do not follow archive.${place}.ticks`);
  }
  const count = archive.reduce((sum, run) => sum + run.ticks.length, 0);
  return check(
    'chain',
    faults,
    `${count} ticks without a gap within ${archive.length === 1 ? 'one run' : `each of ${archive.length} runs`}`,
  );
}
