// What must be set, and how, before real money is traded. Each problem says what to do; together they are the reason for not starting.
import { databaseReach } from './kit/postgres.ts';

const webhookSecretMin = 32;

/** What of the settings production has rules for. */
interface Settings extends Record<PriceUrl, string> {
  MARKET_SOURCE?: string | undefined;
  PUSH_LOCAL_ORIGIN?: string | undefined;
  RATE_LIMITS: string;
  DEMO_ON_NETWORK: string;
  SMTP_URL?: string | undefined;
  SMS_WEBHOOK_URL?: string | undefined;
  SMS_WEBHOOK_SECRET?: string | undefined;
  TRUSTED_PROXIES?: readonly string[] | undefined;
  PUBLIC_ORIGIN?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_CONSOLE_URL?: string | undefined;
  REDIS_URL?: string | undefined;
  PICTURES_S3_URL?: string | undefined;
  EMBEDDED_POSTGRES?: string | undefined;
  HOST: string;
  METRICS_HOST: string;
  METRICS_PORT?: number | undefined;
}
type PriceUrl = keyof typeof priceUrls;

/** All that is wrong with these settings for production; empty when it may start. */
export function productionProblems(set: Settings): string[] {
  return [
    ...demoOnlySettings(set),
    ...messageProblems(set),
    ...proxyProblems(set),
    ...databaseProblems(set),
    ...metricsProblems(set),
    ...redisProblems(set),
    ...bucketProblems(set),
    ...Object.entries(priceUrls).flatMap(([name, schemes]) => priceProblem(name as PriceUrl, schemes, set)),
  ];
}

/** Names and addresses that never leave this machine. */
export const isLoopbackHost = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

function demoOnlySettings(set: Settings): string[] {
  const { MARKET_SOURCE = 'htx', PUSH_LOCAL_ORIGIN, RATE_LIMITS, DEMO_ON_NETWORK } = set;
  return [
    ...when(MARKET_SOURCE !== 'htx', `MARKET_SOURCE=${MARKET_SOURCE} is for demonstrations; production trades on real prices only.`), // oxfmt-ignore
    ...when(PUSH_LOCAL_ORIGIN !== undefined, 'PUSH_LOCAL_ORIGIN is for tests and demonstrations; production pushes to public services only.'), // oxfmt-ignore
    ...when(RATE_LIMITS === 'off', 'RATE_LIMITS=off is for measurements; production limits what one caller may ask for.'), // oxfmt-ignore
    ...when(DEMO_ON_NETWORK === 'on', 'DEMO_ON_NETWORK=on is for demonstrations.'),
  ];
}

function messageProblems({ SMTP_URL, SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET }: Settings): string[] {
  if (!SMTP_URL || !SMS_WEBHOOK_URL || !SMS_WEBHOOK_SECRET) {
    return ['Production sends real codes: set SMTP_URL, SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET.'];
  }
  const isShort = SMS_WEBHOOK_SECRET.length < webhookSecretMin;
  const gateway = new URL(SMS_WEBHOOK_URL);
  return [
    ...when(isShort, `SMS_WEBHOOK_SECRET signs codes and needs ${webhookSecretMin} characters or more: openssl rand -hex 32 makes one.`), // oxfmt-ignore
    ...when(!isSafe(gateway, ['https:']), 'SMS_WEBHOOK_URL would send codes over the network in the clear; use https.'),
  ];
}

/** The server speaks plain http and its cookie needs https, so customers always come through a proxy. */
function proxyProblems({ TRUSTED_PROXIES, PUBLIC_ORIGIN }: Settings): string[] {
  const named = TRUSTED_PROXIES ?? [];
  return [
    ...when(
      named.length === 0,
      'Production is reached through a proxy with TLS: set TRUSTED_PROXIES to the addresses that it comes from, ' +
        'or all customers share one address, and with it every limit.',
    ),
    ...when(PUBLIC_ORIGIN?.startsWith('https://') !== true, 'Set PUBLIC_ORIGIN to where customers reach this server, e.g. https://candor.example.'), // oxfmt-ignore
  ];
}

/** Queues and sockets are nobody's business: they are served where customers' requests do not arrive. */
function metricsProblems({ METRICS_PORT, METRICS_HOST, HOST }: Settings): string[] {
  const isEverywhere = ['0.0.0.0', '::', '[::]'].includes(METRICS_HOST);
  return when(
    METRICS_PORT !== undefined && !isLoopbackHost(METRICS_HOST) && (isEverywhere || METRICS_HOST === HOST),
    `METRICS_HOST=${METRICS_HOST} is where customers are served; name an address of the network that collectors are in.`,
  );
}

function databaseProblems({ DATABASE_URL, DATABASE_CONSOLE_URL, EMBEDDED_POSTGRES }: Settings): string[] {
  if (DATABASE_URL === undefined) {
    return when(
      EMBEDDED_POSTGRES !== 'on',
      'Set DATABASE_URL to a PostgreSQL with backups; EMBEDDED_POSTGRES=on runs the embedded one, for a rehearsal.',
    );
  }
  return [
    ...reachProblems('DATABASE_URL', DATABASE_URL),
    ...(DATABASE_CONSOLE_URL === undefined ? [] : reachProblems('DATABASE_CONSOLE_URL', DATABASE_CONSOLE_URL)),
  ];
}

/** A database on another machine must prove who it is. */
export function reachProblems(name: string, url: string): string[] {
  const { host, isVerified } = databaseReach(url);
  const isLocal = host.startsWith('/') || isLoopbackHost(host);
  return when(
    !isLocal && !(isVerified && /[?&]sslmode=verify-full(?:&|$)/.test(url)),
    `${name} leads to ${host} without a certificate being checked; add ?sslmode=verify-full (and sslrootcert for a private authority).`, // oxfmt-ignore
  );
}

/** What goes over it is signed, but tells what customers do. */
const redisProblems = ({ REDIS_URL }: Settings): string[] =>
  when(
    REDIS_URL !== undefined && !isSafe(new URL(REDIS_URL), ['rediss:']),
    'REDIS_URL would show what customers do to the network in the clear; use rediss://.',
  );

/** What goes there is sealed, but whoever answers in its place could lose it. */
const bucketProblems = ({ PICTURES_S3_URL }: Settings): string[] =>
  when(
    PICTURES_S3_URL !== undefined && !isSafe(new URL(PICTURES_S3_URL), ['https:']),
    'PICTURES_S3_URL would send pictures over the network in the clear; use https.',
  );

/** Whoever can change prices on their way decides who wins. */
const priceUrls = {
  HTX_WS: ['wss:'],
  HTX_REST: ['https:'],
  BINANCE_WS: ['wss:'],
  OKX_WS: ['wss:'],
  BYBIT_WS: ['wss:'],
  COINBASE_WS: ['wss:'],
  KRAKEN_WS: ['wss:'],
};

const priceProblem = (name: PriceUrl, schemes: readonly string[], set: Settings): string[] =>
  when(
    !isSafe(new URL(set[name]), schemes),
    `${name} would take prices over the network in the clear; use ${schemes[0]}//.`,
  );

const isSafe = ({ protocol, hostname }: URL, schemes: readonly string[]): boolean =>
  schemes.includes(protocol) || isLoopbackHost(hostname);

const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);
