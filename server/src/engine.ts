// The process that decides: sources, ticks, and what ticks and time do to orders. No request of anybody reaches it but changes of
// contracts, so no load on what is public delays a price or a settlement.
import { optionTiming } from '@candor/wire';
import type { Config } from './config.ts';
import { bridgeEvents } from './kit/bridge-events.ts';
import { createBus } from './kit/bus.ts';
import type { Clock } from './kit/clock.ts';
import { startJobs, stopJobs } from './kit/jobs.ts';
import { keepLeading } from './kit/keep-leading.ts';
import { openLease, type Lease, type Term } from './kit/lease.ts';
import type { Links, Questions } from './kit/link.ts';
import { log } from './kit/log.ts';
import { idMaker } from './kit/new-id.ts';
import { startPart, startParts, stopPart, stopParts } from './kit/part.ts';
import { openPool } from './kit/postgres.ts';
import type { DueHook, EnginePart } from './kit/product.ts';
import { refuse } from './kit/refuse.ts';
import type { Secrets } from './kit/secrets.ts';
import { openDueWork } from './ledger/due-work.ts';
import { joinIntakes, type Intake } from './ledger/intake.ts';
import { openLanes, type Lanes } from './ledger/lanes.ts';
import { openSources } from './market/create-market.ts';
import { createTickMarket } from './market/create-tick-market.ts';
import type { MarketSource } from './market/market.ts';
import { publishMarket } from './market/link/publish-market.ts';
import { commands, products, tradingCosts, type EngineParts } from './products.ts';

export interface Engine {
  marketSource: MarketSource;
  /** Finishes what was taken, then closes everything; nothing is taken from the other process any more by then. */
  close(): Promise<void>;
}

/** What an engine is opened with. */
interface Given {
  config: Config;
  databaseUrl: string;
  secrets: Pick<Secrets, 'signingKey'>;
  clock: Clock;
  /** To the processes that take requests. */
  links: Links;
  /**
   * Told when this engine begins to decide, with a number that is higher than that of any before; undefined when it ends. Web processes
   * are linked before the first ticks, which wait for what they are deciding, so it is told before anything of the term runs.
   */
  onDeciding?: (epoch: number | undefined) => void;
  /** From a term that could not begin to the next try. */
  retryMs?: number;
}

/** Orders received this long before a tick gets its time are committed first. */
const orderHeadStartMs = optionTiming.entryDelayMs - 100;
const connections = 6;

export async function openEngine(parts: Given): Promise<Engine> {
  const { config, databaseUrl, clock, links } = parts;
  const bus = createBus();
  const lease = openLease({ databaseUrl, clock });
  const pool = openPool(databaseUrl, connections, { name: lease.connectionName });
  let lead: Lead | undefined;
  const intake = joinIntakes(links, { settledUpTo: (ms) => lead?.lanes.settledUpTo(ms) ?? Promise.resolve() }, clock);
  const publisher = publishMarket(links);
  const sources = await openSources({ source: config.marketSource, ...config, clock });
  const ticks = await createTickMarket({
    databaseUrl,
    pool,
    clock,
    lease,
    ...sources,
    beforePublish: async () => {
      await links.gathered();
      await settleOlderOrders(intake, clock);
    },
    listener: publisher.listener,
  });
  bridgeEvents(bus, links, products.flatMap(({ bridged }) => bridged.fromEngine)); // oxfmt-ignore
  const product = { pool, market: ticks.market, clock, bus, intake };
  const leading = keepLeading({
    ...parts,
    lease,
    async begin(term) {
      const begun = await openLead({ ...parts, ...product, lease, term });
      lead = begun;
      return async () => {
        await begun.close();
        lead = undefined;
      };
    },
  });
  await lease.start();
  await startPart(ticks);
  const publisherJobs = publisher.start({ ...ticks, clock });
  startJobs(publisherJobs);
  await leading.started();

  return {
    marketSource: sources.source.name,
    async close() {
      await stopJobs(publisherJobs);
      await leading.stop();
      await stopPart(ticks);
      await lease.stop(ticks.promisedMs());
      await pool.end();
    },
  };
}

/** What only the one engine does that holds the lease, from a take-over until it is lost. */
interface Lead {
  lanes: Lanes;
  close: () => Promise<void>;
}

async function openLead(
  parts: Omit<EngineParts, 'lanes' | 'mode' | 'epoch' | 'signingKey' | 'tradingCosts' | 'chains' | 'drandUrl'> &
    Given & { lease: Lease; term: Term },
): Promise<Lead> {
  const { config, databaseUrl, clock, bus, links, lease, term } = parts;
  const { laneCount, mode } = config;
  const lanes = await openLanes({
    databaseUrl,
    clock,
    bus,
    newId: idMaker(clock),
    commands,
    laneCount,
    engine: { lease, term },
  });
  const opened: EnginePart[] = [];
  const leave = (): void => {
    for (const { answers = {} } of opened) leaveQuestions(links, answers);
  };
  try {
    const product: EngineParts = {
      ...parts,
      mode,
      lanes,
      epoch: term.epoch,
      signingKey: parts.secrets.signingKey,
      chains: config.chains,
      drandUrl: config.drandUrl,
      tradingCosts,
    };
    opened.push(...products.flatMap(({ engine }) => (engine ? [engine(product)] : [])));
    opened.push(openDueWork({ ...product, hooks: dueHooksOf(opened) }));
    for (const { answers = {} } of opened) answerQuestions(links, answers);
    await startParts(opened);
  } catch (error) {
    // It is begun anew soon, and of what was begun now nothing may decide beside that.
    leave();
    await lanes.close().catch((reason: unknown) => log.warn('lanes did not close', { error: reason }));
    throw error;
  }
  return {
    lanes,
    async close() {
      leave();
      try {
        await stopParts(opened);
      } finally {
        await lanes.close();
      }
    },
  };
}

/** Throws for a kind that a face names and its engine does not do: its rows would wait for ever. */
function dueHooksOf(opened: readonly EnginePart[]): DueHook[] {
  const hooks = opened.flatMap(({ dueWork = [] }) => dueWork);
  const undone = products
    .flatMap(({ dueKinds }) => dueKinds)
    .filter((kind) => !hooks.some((each) => each.kind === kind));
  if (undone.length > 0) throw new Error(`nobody does what is due: ${undone.join(', ')}`);
  return hooks;
}

type Answers = NonNullable<EnginePart['answers']>;

function answerQuestions(links: Links, answers: Answers): void {
  for (const [name, answer] of Object.entries(answers)) links.onAsk(name as keyof Questions, answer as never);
}

/** Another engine answers from now on. */
function leaveQuestions(links: Links, answers: Answers): void {
  for (const name of Object.keys(answers)) links.onAsk(name as keyof Questions, () => refuse('busy'));
}

/** A wait that took long has let newer orders grow old meanwhile, so it is done again. */
async function settleOlderOrders(intake: Intake, clock: Clock): Promise<void> {
  for (;;) {
    const startedAt = clock.now();
    await intake.settledUpTo(startedAt - orderHeadStartMs);
    if (clock.now() - startedAt < optionTiming.entryDelayMs - orderHeadStartMs) return;
  }
}
