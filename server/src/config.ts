// What can be set from outside; the only reader of the environment. Wrong settings end the start with their names.
import { join, resolve } from 'node:path';
import { venueNames } from '@candor/wire';
import type { VenueName } from '@candor/wire';
import { z } from 'zod';
import { StartProblem } from './kit/start-problem.ts';
import { chainsOf, nodeForms, nodeProblems } from './node-settings.ts';
import { isLoopbackHost, productionProblems, reachProblems } from './production-rules.ts';
import { address, bucketAddress, databaseAddress, flag, networks, origin, patterns, port, portMax, proxies, someOf, someText, whole } from './setting-forms.ts'; // oxfmt-ignore

const roleNames = ['web', 'engine', 'console'] as const;
const modes = ['production', 'development', 'test'] as const;
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const htxWebsocket = 'wss://api.huobi.pro/ws';
const web = address('https://candor.example');
const socket = address('wss://candor.example');
/** `localhost` would be several addresses, of which only the first had the limits of connections. */
const host = someText('an address of this machine').transform((name) => name.replace(/^localhost$/i, '127.0.0.1'));
const sender = z.string().regex(/^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'a sender such as Candor <no-reply@candor.example> is expected'); // oxfmt-ignore

type Settings = z.infer<typeof settings>;

const settings = z.object({
  /** Real money in `production`, a demo otherwise. Any other name is refused: a mistyped production must not become a demo. */
  NODE_ENV: z.enum(modes, `it must be ${modes.join(', ')}, or not be set`).default('development'),
  HOST: host.default('127.0.0.1'),
  /** 3000 unless given, or the next one that is free. */
  PORT: port.optional(),
  /** A demo shows all codes to whoever reaches it, so it listens on this machine alone unless this says otherwise. */
  DEMO_ON_NETWORK: flag.default('off'),
  /** Where the public reaches this server, e.g. https://candor.example. */
  PUBLIC_ORIGIN: origin.optional(),
  /** Proxies whose X-Forwarded-For and -Proto are believed: addresses and networks with commas, or none. */
  TRUSTED_PROXIES: proxies.optional(),
  /** What this process does: `web`, `engine`, `console`, or all of them, which `npm start` does in two processes. */
  ROLES: someOf(roleNames).default([...roleNames]),
  /** Carries ticks and events between the processes of a deployment: redis:// or rediss://, Redis or Valkey. */
  REDIS_URL: address('rediss://user:password@host:6379').optional(),
  /** Where operators come in: one above PORT unless given, or the next one that is free. Customers' port knows nothing of it. */
  CONSOLE_PORT: port.optional(),
  /** Where operators reach the console, e.g. https://console.candor.example. */
  CONSOLE_ORIGIN: origin.optional(),
  /** Addresses and networks that operators may come from, with commas; any unless given. */
  CONSOLE_NETWORKS: networks.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  /** Any PostgreSQL; without it the embedded one runs in the data directory. */
  DATABASE_URL: databaseAddress.optional(),
  /** The same database as candor_console, for processes that operators reach and no other. */
  DATABASE_CONSOLE_URL: databaseAddress.optional(),
  /** Also in production, where it is for a rehearsal: it has no backups. */
  EMBEDDED_POSTGRES: flag.optional(),
  DATA_DIRECTORY: someText('a folder').optional(),
  MARKET_SOURCE: z.enum(['htx', 'simulated', 'auto'], 'htx, simulated or auto is expected').optional(),
  HTX_WS: socket.default(htxWebsocket),
  HTX_REST: web.default('https://api.huobi.pro'),
  /** Whose prices go into the index; an exchange that is not named is switched off. HTX keeps giving books and candles. */
  MARKET_VENUES: someOf(venueNames).optional(),
  BINANCE_WS: socket.default('wss://stream.binance.com:9443/stream'),
  OKX_WS: socket.default('wss://ws.okx.com:8443/ws/v5/public'),
  BYBIT_WS: socket.default('wss://stream.bybit.com/v5/public/spot'),
  COINBASE_WS: socket.default('wss://advanced-trade-ws.coinbase.com'),
  KRAKEN_WS: socket.default('wss://ws.kraken.com/v2'),
  /** A public listing of coins, asked for rank and supplies; without it the catalogue's own figures stand with their date. */
  COIN_LISTING_URL: web.optional(),
  /** The European Central Bank’s daily list of rates, or another in its form; without it two operators set them. */
  CURRENCY_RATES_URL: web.optional(),
  ...nodeForms,
  /** A drand service, which draws of the shop take their randomness from; a demo without it has a beacon of its own. */
  DRAND_URL: web.optional(),
  SIMULATED_SEED: whole(0, Number.MAX_SAFE_INTEGER).default(1),
  /** How often each coin of the simulated market changes. */
  SIMULATED_STEP_MS: whole(50, 5_000).default(250),
  /** Every coin of it changes in every step, for measuring under the fullest load. */
  SIMULATED_RESTLESS: flag.default('off'),
  /** How many candles of each period it has of the past, which a start computes. */
  SIMULATED_HISTORY: whole(2, 2_000).default(600),
  SMTP_URL: address('smtps://user:password@mail.candor.example').optional(),
  /** Push services that browsers may name, `*.` for any name below; nothing is sent anywhere else. */
  PUSH_HOSTS: patterns(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i, 'names of hosts with commas are expected, *. for any below')
    .default(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', '*.push.apple.com', '*.notify.windows.com']), // oxfmt-ignore
  /** A push service on this machine, for tests and demonstrations: http://127.0.0.1:<port>. */
  PUSH_LOCAL_ORIGIN: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d+$/, 'http://127.0.0.1:<port> is expected')
    .optional(),
  MAIL_FROM: sender.default('Candor <no-reply@candor.example>'),
  /** Where customers write to people, who are there on working days from 10:00 to 18:00 of this zone. */
  SUPPORT_MAIL: z.email('an e-mail address is expected').default('support@candor.example'),
  SUPPORT_TIME_ZONE: z.enum(timeZones, 'a time zone such as Europe/Zurich is expected').default('Europe/Zurich'),
  SMS_WEBHOOK_URL: web.optional(),
  SMS_WEBHOOK_SECRET: someText('a secret').optional(),
  /** How long pictures of documents are kept after they were last needed, until operators change the setting `retention`. */
  PICTURES_KEPT_DAYS: whole(1, 36_500).default(1_826),
  /** Where pictures lie instead of the data directory: a bucket of S3 or of what speaks as it does, by path. */
  PICTURES_S3_URL: bucketAddress.optional(),
  PICTURES_S3_REGION: someText('a region').default('us-east-1'),
  PICTURES_S3_KEY_ID: someText('the id of an access key').optional(),
  PICTURES_S3_SECRET: someText('a secret').optional(),
  /** How long it is kept whose a closed account was. */
  CLOSED_ACCOUNTS_KEPT_DAYS: whole(0, 36_500).default(1_826),
  INVITE_ONLY: flag.default('off'),
  ALLOWED_ORIGINS: patterns(
    /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+$/i,
    'origins such as https://candor.example with commas are expected',
  ).default([]),
  RATE_LIMITS: flag.default('on'),
  LANES: whole(1, 4).optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info'], 'silent, error, warn or info is expected').default('info'),
});

/** Each setting by its name, with the form it is read by. */
export const settingForms: Readonly<Record<string, z.ZodType>> = settings.shape;

export type Config = ReturnType<typeof readConfig>;

/** What a server needs, and what it needs besides what a command does. */
export const readServerConfig = (environment: NodeJS.ProcessEnv = process.env): Config => readConfig(environment, consoleProblems); // oxfmt-ignore

export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  ofServer: (set: Settings) => string[] = () => [],
) {
  const read = settings.safeParse(environment);
  if (!read.success) throw new StartProblem(read.error.issues.map((issue) => nameIssue(issue, environment)).join('\n'));
  const set = read.data;
  const mode: 'demo' | 'production' = set.NODE_ENV === 'production' ? 'production' : 'demo';
  const problems = [...problemsOf(set, mode), ...ofServer(set)];
  if (problems.length > 0) throw new StartProblem(`This ${mode} does not start:\n- ${problems.join('\n- ')}`);
  const dataDirectory = resolve(set.DATA_DIRECTORY ?? join(import.meta.dirname, '../../.candor'));
  return {
    mode,
    roles: set.ROLES,
    redisUrl: set.REDIS_URL,
    host: set.HOST,
    port: set.PORT ?? 3_000,
    /** What stands in front of a production knows its ports. */
    isPortGiven: set.PORT !== undefined || mode === 'production',
    console: {
      port: set.CONSOLE_PORT ?? besides(set.PORT ?? 3_000),
      isPortGiven: set.CONSOLE_PORT !== undefined || mode === 'production',
      origins: set.CONSOLE_ORIGIN ? [set.CONSOLE_ORIGIN] : [],
      networks: set.CONSOLE_NETWORKS,
    },
    publicOrigin: set.PUBLIC_ORIGIN,
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    metrics: set.METRICS_PORT === undefined ? undefined : { host: set.METRICS_HOST, port: set.METRICS_PORT },
    databaseUrl: set.DATABASE_URL,
    databaseConsoleUrl: set.DATABASE_CONSOLE_URL,
    dataDirectory,
    keyFile: join(dataDirectory, 'secrets.json'),
    marketSource: set.MARKET_SOURCE ?? (mode === 'production' ? 'htx' : 'auto'),
    htx: { websocketUrl: set.HTX_WS, restUrl: set.HTX_REST },
    venues: venuesOf(set),
    simulated: {
      seed: set.SIMULATED_SEED,
      stepMs: set.SIMULATED_STEP_MS,
      isRestless: set.SIMULATED_RESTLESS === 'on',
      history: set.SIMULATED_HISTORY,
    },
    coinListingUrl: set.COIN_LISTING_URL,
    ratesUrl: set.CURRENCY_RATES_URL,
    chains: chainsOf(set, { mode, dataDirectory }),
    drandUrl: set.DRAND_URL,
    mail: { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM },
    support: { mail: set.SUPPORT_MAIL, timeZone: set.SUPPORT_TIME_ZONE },
    push: { hosts: set.PUSH_HOSTS, localOrigin: set.PUSH_LOCAL_ORIGIN },
    sms: { webhookUrl: set.SMS_WEBHOOK_URL, webhookSecret: set.SMS_WEBHOOK_SECRET },
    closedAccountsKeptDays: set.CLOSED_ACCOUNTS_KEPT_DAYS,
    pictures: { directory: join(dataDirectory, 'pictures'), bucket: bucketOf(set), keptDays: set.PICTURES_KEPT_DAYS },
    isInviteOnly: set.INVITE_ONLY === 'on',
    allowedOrigins: [...set.ALLOWED_ORIGINS, ...(set.PUBLIC_ORIGIN ? [set.PUBLIC_ORIGIN] : [])],
    hasRateLimits: set.RATE_LIMITS === 'on',
    laneCount: set.LANES,
    logLevel: set.LOG_LEVEL,
  };
}

const problemsOf = (set: Settings, mode: 'demo' | 'production'): string[] => [
  ...(mode === 'production' ? productionProblems(set) : demoProblems(set)),
  ...roleProblems(set),
  ...nodeProblems(set),
  ...bucketProblems(set),
];

/** The next one, or the one before the last of all. */
const besides = (port: number): number => (port === 0 ? 0 : port < portMax ? port + 1 : port - 1);

/** Returns the database URL of the console's role, needed by commands that write to the audit log; undefined if not set. */
export function readConsoleUrl(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const url = environment['DATABASE_CONSOLE_URL'];
  if (url === undefined) return undefined;
  const problems = databaseAddress.safeParse(url).success ? reachProblems('DATABASE_CONSOLE_URL', url) : ['DATABASE_CONSOLE_URL is no address of a database.']; // oxfmt-ignore
  if (problems.length > 0) throw new StartProblem(problems.join('; '));
  return url;
}

/** Of the role that owns the schema, which only migrations need: no server is given it. */
export function readOwnerUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const url = environment['DATABASE_OWNER_URL'];
  if (url === undefined)
    throw new StartProblem('Set DATABASE_OWNER_URL to the database, as the role that owns it, such as candor_owner of deploy/database.sql.'); // oxfmt-ignore
  const read = databaseAddress.safeParse(url);
  if (!read.success) throw new StartProblem(`DATABASE_OWNER_URL: ${read.error.issues[0]!.message}.`);
  const problems = reachProblems('DATABASE_OWNER_URL', url);
  if (problems.length > 0) throw new StartProblem(problems.join('; '));
  return url;
}

const demoProblems = ({ HOST, DEMO_ON_NETWORK }: Settings): string[] =>
  isLoopbackHost(HOST) || DEMO_ON_NETWORK === 'on'
    ? []
    : [`HOST=${HOST} would show every code of this demo to the network; set DEMO_ON_NETWORK=on if that is meant.`];

/** Processes that are started apart agree on nothing by themselves. */
function roleProblems({ ROLES, REDIS_URL, DATABASE_URL, MARKET_SOURCE, NODE_ENV }: Settings): string[] {
  const hasAll = ROLES.includes('engine') && ROLES.some((role) => role !== 'engine');
  if (hasAll && REDIS_URL === undefined) return [];
  const isAuto = NODE_ENV !== 'production' && (MARKET_SOURCE ?? 'auto') === 'auto';
  return [
    ...(!hasAll && DATABASE_URL === undefined ? ['Several processes share one database: set DATABASE_URL.'] : []),
    ...(isAuto ? ['Each process would choose its prices by itself: set MARKET_SOURCE to htx or simulated.'] : []),
  ];
}

/** Who comes to the database as an operator's console is no other process, above all not the one that customers reach. */
function consoleProblems({ ROLES, DATABASE_URL, DATABASE_CONSOLE_URL }: Settings): string[] {
  const isConsole = ROLES.includes('console');
  if (DATABASE_CONSOLE_URL === undefined)
    return isConsole && DATABASE_URL !== undefined
      ? ['Operators act as a role of their own: set DATABASE_CONSOLE_URL to the same database, as candor_console.']
      : [];
  if (!isConsole)
    return ['DATABASE_CONSOLE_URL is for consoles alone: leave it out where ROLES does not name console.'];
  return DATABASE_URL === undefined ? ['DATABASE_CONSOLE_URL belongs to a DATABASE_URL.'] : [];
}

const bucketProblems = ({ PICTURES_S3_URL, PICTURES_S3_KEY_ID, PICTURES_S3_SECRET }: Settings): string[] =>
  new Set([PICTURES_S3_URL, PICTURES_S3_KEY_ID, PICTURES_S3_SECRET].map((each) => each === undefined)).size === 1
    ? []
    : ['PICTURES_S3_URL, PICTURES_S3_KEY_ID and PICTURES_S3_SECRET belong together.'];

function bucketOf(set: Settings) {
  const { PICTURES_S3_URL: url, PICTURES_S3_KEY_ID: keyId, PICTURES_S3_SECRET: secret } = set;
  return url && keyId && secret ? { url, region: set.PICTURES_S3_REGION, keyId, secret } : undefined;
}

/** Whoever plays HTX at another address means that one alone, unless venues are named. */
function venuesOf(set: z.infer<typeof settings>): { name: VenueName; websocketUrl: string }[] {
  const websocketUrls: Record<VenueName, string> = {
    htx: set.HTX_WS,
    binance: set.BINANCE_WS,
    okx: set.OKX_WS,
    bybit: set.BYBIT_WS,
    coinbase: set.COINBASE_WS,
    kraken: set.KRAKEN_WS,
  };
  const names = set.MARKET_VENUES ?? (set.HTX_WS === htxWebsocket ? venueNames : ['htx' as const]);
  return [...new Set(names)].map((name) => ({ name, websocketUrl: websocketUrls[name] }));
}

const shownMax = 100;

function nameIssue({ path, message }: { path: PropertyKey[]; message: string }, set: NodeJS.ProcessEnv): string {
  const name = String(path[0]);
  // Addresses have passwords in them, and what should be a public key may be the private one.
  if (/URL|RPC|SECRET|KEY_ID|XPUB/.test(name)) return `${name}: ${message}.`;
  const value = set[name] ?? '';
  return `${name}=${value.length > shownMax ? `${value.slice(0, shownMax)}…` : value}: ${message}.`;
}
