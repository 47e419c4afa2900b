// npm run bench -- chains [--json] [--blocks 10000] [--others 4] [--networks bitcoin,ethereum]: how fast a network that is many blocks behind is
// caught up, and how soon deposits are credited once they are deep enough. Nodes are processes that make up their chain.
import { networkNames, type NetworkName } from '@candor/chain';
import type { BenchResult } from './bench-result.ts';
import { followMadeChain, type ChainRun, type ChainsSize } from './chains/follow-made-chain.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { renderTable } from './render-table.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

const usage = `npm run bench -- chains [--json] [--blocks 10000] [--others 4] [--networks ${networkNames.join(',')}]`;
/** TRON, which has the most frequent blocks, has one every three seconds. */
const fullSize: ChainsSize = { blocks: 10_000, others: 4, customers: 5, blockMs: 3_000 };
const secondsMax = 60;

export function benchChains(args: string[]): Promise<BenchResult> {
  const { values } = readArguments(usage, {
    args,
    options: {
      blocks: { type: 'string', default: String(fullSize.blocks) },
      others: { type: 'string', default: String(fullSize.others) },
      networks: { type: 'string', default: networkNames.join(',') },
    },
  });
  const named = values.networks.split(',');
  const chosen = networkNames.filter((name) => named.includes(name));
  const [blocks, others] = [parseInt(values.blocks, 10), parseInt(values.others, 10)];
  if (chosen.length !== named.length || !(blocks >= 100) || !(others >= 0)) endWithUsage(usage);
  return measureChains(chosen, { ...fullSize, blocks, others });
}

export async function measureChains(chosen: readonly NetworkName[], size: ChainsSize): Promise<BenchResult> {
  const postgres = await startScratchPostgres();
  try {
    const runs: ChainRun[] = [];
    for (const network of chosen) runs.push(await followMadeChain(postgres, network, size));
    return report(runs, size);
  } finally {
    await postgres.stop();
  }
}

function report(runs: readonly ChainRun[], { blocks, others }: ChainsSize): BenchResult {
  const faults = runs.flatMap(({ network, caughtUp, faults: found }) => [
    ...found.map((fault) => `${network}: ${fault}`),
    ...(caughtUp.seconds < (secondsMax * Math.max(blocks, fullSize.blocks)) / fullSize.blocks
      ? []
      : [`${network}: ${blocks} blocks took ${caughtUp.seconds.toFixed(1)} s`]),
  ]);
  const columns = [
    'network',
    's',
    'blocks/s',
    'requests',
    'CPU follower s',
    'node s',
    'database s',
    'credited late by',
  ];
  const rows = runs.map(({ network, caughtUp: { seconds, blocksPerSecond, requests, cpu }, lateBy }) => [
    network,
    seconds.toFixed(1),
    String(Math.round(blocksPerSecond)),
    String(requests),
    ...[cpu.follower, cpu.node, cpu.database].map((each) => each.toFixed(1)),
    `${lateBy.join(', ')} blocks`,
  ]);
  const title = `${blocks} blocks behind, ${others} transactions of strangers in each\n`;
  const json = Object.fromEntries(runs.map(({ network, caughtUp, lateBy }) => [network, { ...caughtUp, lateBy }]));
  return { text: `${title}${renderTable(columns, rows)}\n`, json: { chains: { blocks, others, ...json } }, faults };
}
