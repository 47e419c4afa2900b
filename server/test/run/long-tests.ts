// What the gate leaves to the long run, and why: what takes over 10 s, waits for real time, starts processes of its own, or depends
// on how fast the machine is. Each part can be run by its name: `npm run test:all -- processes`.

export type LongPart = 'long' | 'processes' | 'chains' | 'clients';

/** Files of Node's test runner. A file that gets quicker comes back to the gate by being taken out here. */
export const longTests: Readonly<Record<string, readonly [part: LongPart, reason: string]>> = {
  'bench/src/crash.test.ts': ['processes', 'two whole runs of the crash harness'],
  'bench/src/feed/read-frames.test.ts': ['long', 'frames of 270 kB, byte by byte'],
  'bench/src/flood.test.ts': ['processes', 'a server under a crowd of sockets'],
  'bench/src/read-arguments.test.ts': ['processes', 'starts each benchmark as a program'],
  'bench/src/settle.test.ts': ['processes', 'a server that settles 1,500 options'],
  'bench/src/tamper.test.ts': ['processes', 'audits as programs'],
  'embedded-postgres/src/start.test.ts': ['processes', 'clusters of its own, started and killed'],
  'run.test.ts': ['processes', 'the launcher, as programs'],
  'server/src/feed/back-pressure.test.ts': ['long', 'depends on how fast sockets are read'],
  'server/src/feed/pings.test.ts': ['long', 'real pings, each 5 s'],
  'server/src/feed/slow-readers.test.ts': ['long', 'readers that are let go after 30 s'],
  'server/src/feed/sockets-under-attack.test.ts': ['long', 'floods against the clock'],
  'server/src/http/slow-requests.test.ts': ['long', 'requests that last for seconds'],
  'server/src/http/unread-answers.test.ts': ['long', 'answers that nobody reads, for 30 s'],
  'server/src/market/archive/write-ticks.test.ts': ['processes', 'kills and cuts against the clock'],
  'server/src/market/corrections/correct-candles.test.ts': ['long', 'checks each 5 s, writes each 10 s'],
  'server/src/market/create-market.test.ts': ['long', 'real timers of the market'],
  'server/src/market/sources/htx-replay.test.ts': ['long', 'ten seconds of a recorded exchange with faults'],
  'server/test/alerts.test.ts': ['long', 'waits for a market that moves by chance'],
  'server/test/ccxt.test.ts': ['clients', 'installs a client of others'],
  'server/test/contract-replay.test.ts': ['long', 'turns of 5 ms against the clock'],
  'server/test/contract-sequences.test.ts': ['long', 'sixty random sequences on a database'],
  'server/test/engine-takeover.test.ts': ['processes', 'engines that are stopped and take over'],
  'server/test/htx-clients.test.ts': ['clients', 'clients that wait for trades of every coin'],
  'server/test/killed-act.test.ts': ['processes', 'kills a server'],
  'server/test/main-job.test.ts': ['long', 'an option of 30 s'],
  'server/test/malformed-sockets.test.ts': ['long', 'answers within 60 ms'],
  'server/test/other-verifier.test.ts': ['clients', 'the verifier in Python'],
  'server/test/production-start.test.ts': ['processes', 'starts a production again and again'],
  'server/test/several-processes.test.ts': ['processes', 'engines and web processes over Redis'],
  'server/test/tls-proxy.test.ts': ['processes', 'nginx in front of a production'],
  'server/test/too-few-sources.test.ts': ['long', 'sources that fall silent for 12 s'],
  'server/test/toy-product.test.ts': ['long', 'checks and builds a copy of the server'],
  'server/test/toy-screens.test.ts': ['long', 'checks and builds a copy of the app'],
  'server/test/two-processes.test.ts': ['processes', 'a web process that stands still for 30 s'],
  'server/test/two-servers.test.ts': ['processes', 'two servers on one database'],
};

/** Parts of the browser's long run, with their specs; what is in none of them is the part `journeys`. */
export const longBrowserParts: Readonly<Record<string, readonly string[]>> = {
  looks: ['every-screen.spec.ts', 'contracts-looks.spec.ts', 'market-panels.spec.ts'],
  languages: ['large-text.spec.ts', 'chart.spec.ts'],
  sizes: ['small-screens.spec.ts', 'page-weight.spec.ts', 'market-renders.spec.ts', 'quotation-renders.spec.ts'],
};
