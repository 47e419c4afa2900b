// What main.ts and the process that takes requests say to each other about its beginning and its end.
import type { CountedElsewhere } from './kit/metrics.ts';
import type { MarketSource } from './market/market.ts';

/** What the child can't read from its settings. */
export interface WebOpening {
  databaseUrl: string;
  /** As candor_console, where it serves the console. */
  consoleUrl: string | undefined;
  marketSource: MarketSource;
  /** 0 for any that is free. */
  port: number;
  consolePort: number;
}

/** Undefined where it has not the role. */
export interface WebPorts {
  port: number | undefined;
  consolePort: number | undefined;
}

declare module './kit/link.ts' {
  interface Questions {
    'web.open': { ask: WebOpening; answer: WebPorts };
    'web.close': { ask: null; answer: true };
    /** What the engine's process has counted. */
    metrics: { ask: null; answer: CountedElsewhere };
  }
}
