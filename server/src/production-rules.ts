// What must be set, and how, before real money is traded. Each problem says what to do; together they are the reason for not starting.
import { databaseReach } from './kit/postgres.ts';
import { nodeAddresses } from './node-settings.ts';

const webhookSecretMin = 32;

/** What of the settings production has rules for. */
interface Settings extends Partial<Record<OutwardAddress, string | undefined>> {
  MARKET_SOURCE?: string | undefined;
  PUSH_LOCAL_ORIGIN?: string | undefined;
  RATE_LIMITS: string;
  DEMO_ON_NETWORK: string;
  SMTP_URL?: string | undefined;
  SMS_WEBHOOK_SECRET?: string | undefined;
  TRUSTED_PROXIES?: readonly string[] | undefined;
  PUBLIC_ORIGIN?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_CONSOLE_URL?: string | undefined;
  ALLOWED_ORIGINS: readonly string[];
  EMBEDDED_POSTGRES?: string | undefined;
  HOST: string;
  METRICS_HOST: string;
  METRICS_PORT?: number | undefined;
  ROLES: readonly string[];
  CONSOLE_ORIGIN?: string | undefined;
  CONSOLE_NETWORKS?: readonly string[] | undefined;
}

/** All that is wrong with these settings for production; empty when it may start. */
export function productionProblems(set: Settings): string[] {
  return [
    ...demoOnlySettings(set),
    ...messageProblems(set),
    ...proxyProblems(set),
    ...consoleProblems(set),
    ...databaseProblems(set),
    ...metricsProblems(set),
    ...addressProblems(set),
    ...originProblems(set),
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
  const mail = new URL(SMTP_URL);
  return [
    ...when(isShort, `SMS_WEBHOOK_SECRET signs codes and needs ${webhookSecretMin} characters or more: openssl rand -hex 32 makes one.`), // oxfmt-ignore
    // The library takes options from there, also those that switch TLS or its check off.
    ...when(mail.search !== '' && !isLoopbackHost(mail.hostname), 'SMTP_URL has options after a “?”, which could send codes in the clear; leave them out.'), // oxfmt-ignore
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

/**
 * The console answers under its own name alone: without one, a page on any name that leads here could send requests to it. And whoever
 * may reach it is named where more than this machine can.
 */
function consoleProblems({ ROLES, CONSOLE_ORIGIN, CONSOLE_NETWORKS, HOST }: Settings): string[] {
  if (!ROLES.includes('console')) return [];
  return [
    ...when(
      CONSOLE_ORIGIN?.startsWith('https://') !== true,
      'Set CONSOLE_ORIGIN to where operators reach the console through a proxy with TLS, e.g. https://console.candor.example; ' +
        'or start without the console, with ROLES=web,engine.',
    ),
    ...when(
      !isLoopbackHost(HOST) && CONSOLE_NETWORKS === undefined,
      `HOST=${HOST} opens the console’s port to the network: set CONSOLE_NETWORKS to the addresses and networks of operators, ` +
        'or start the console in a process of its own, with ROLES=console and HOST=127.0.0.1.',
    ),
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

/**
 * Each setting that names another machine, with the scheme that proves who answers there, and what the network could do without it. A node,
 * a rate, a random number and a price are believed as they come; the rest must not be read or lost on its way.
 */
export const outwardAddresses = {
  HTX_WS: { scheme: 'wss:', otherwise: 'take prices' },
  HTX_REST: { scheme: 'https:', otherwise: 'take prices' },
  BINANCE_WS: { scheme: 'wss:', otherwise: 'take prices' },
  OKX_WS: { scheme: 'wss:', otherwise: 'take prices' },
  BYBIT_WS: { scheme: 'wss:', otherwise: 'take prices' },
  COINBASE_WS: { scheme: 'wss:', otherwise: 'take prices' },
  KRAKEN_WS: { scheme: 'wss:', otherwise: 'take prices' },
  ...nodeAddresses,
  CURRENCY_RATES_URL: { scheme: 'https:', otherwise: 'take what coins cost' },
  COIN_LISTING_URL: { scheme: 'https:', otherwise: 'take what coins are worth' },
  DRAND_URL: { scheme: 'https:', otherwise: 'take the randomness of draws' },
  REDIS_URL: { scheme: 'rediss:', otherwise: 'show what customers do' },
  PICTURES_S3_URL: { scheme: 'https:', otherwise: 'send pictures' },
  SMS_WEBHOOK_URL: { scheme: 'https:', otherwise: 'send codes' },
} as const;
type OutwardAddress = keyof typeof outwardAddresses;

const addressProblems = (set: Settings): string[] =>
  Object.entries(outwardAddresses).flatMap(([name, { scheme, otherwise }]) => {
    const url = set[name as OutwardAddress];
    const isOpen = url !== undefined && !isSafe(new URL(url), [scheme]);
    return when(isOpen, `${name} would ${otherwise} over the network in the clear; use ${scheme}//.`);
  });

/** Pages of these origins may send requests with the customer's session, so whoever can change such a page could. */
const originProblems = ({ ALLOWED_ORIGINS }: Settings): string[] =>
  ALLOWED_ORIGINS.flatMap((origin) => {
    const { protocol, hostname } = new URL(origin);
    return when(protocol === 'http:' && !isLoopbackHost(hostname), `ALLOWED_ORIGINS has ${origin}, whose pages anybody on the way can change; use https.`); // oxfmt-ignore
  });

const isSafe = ({ protocol, hostname }: URL, schemes: readonly string[]): boolean =>
  schemes.includes(protocol) || isLoopbackHost(hostname);

const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);
