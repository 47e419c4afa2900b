// What can be set from outside; the only reader of the environment. Wrong settings end the start with their names.
import { join, resolve } from 'node:path';
import { venueNames } from '@candor/wire';
import type { VenueName } from '@candor/wire';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['on', 'off']);
const optionalText = z.string().min(1).optional();

const htxWebsocket = 'wss://api.huobi.pro/ws';
const venueList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(venueNames)).min(1));

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  /** Any PostgreSQL; without it the embedded one runs in the data directory. */
  DATABASE_URL: z.url().optional(),
  DATA_DIRECTORY: optionalText,
  MARKET_SOURCE: z.enum(['htx', 'simulated', 'auto']).optional(),
  HTX_WS: z.url().default(htxWebsocket),
  HTX_REST: z.url().default('https://api.huobi.pro'),
  /** Whose prices go into the index; an exchange that is not named is switched off. HTX keeps giving books and candles. */
  MARKET_VENUES: venueList.optional(),
  BINANCE_WS: z.url().default('wss://stream.binance.com:9443/stream'),
  OKX_WS: z.url().default('wss://ws.okx.com:8443/ws/v5/public'),
  BYBIT_WS: z.url().default('wss://stream.bybit.com/v5/public/spot'),
  COINBASE_WS: z.url().default('wss://advanced-trade-ws.coinbase.com'),
  KRAKEN_WS: z.url().default('wss://ws.kraken.com/v2'),
  /** A public listing of coins, asked for rank and supplies; without it the catalogue's own figures stand with their date. */
  COIN_LISTING_URL: z.url().optional(),
  SIMULATED_SEED: z.coerce.number().int().min(0).default(1),
  /** How often each coin of the simulated market changes. */
  SIMULATED_STEP_MS: z.coerce.number().int().min(50).max(5_000).default(250),
  /** Every coin of it changes in every step, for measuring under the fullest load. */
  SIMULATED_RESTLESS: flag.default('off'),
  SMTP_URL: z.url().optional(),
  /** Push services that browsers may name, `*.` for any name below; nothing is sent anywhere else. */
  PUSH_HOSTS: z
    .string()
    .default(
      'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.push.apple.com,*.notify.windows.com',
    ),
  /** A push service on this machine, for tests and demonstrations: http://127.0.0.1:<port>. */
  PUSH_LOCAL_ORIGIN: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d+$/)
    .optional(),
  MAIL_FROM: z.string().default('Candor <no-reply@candor.example>'),
  SMS_WEBHOOK_URL: z.url().optional(),
  SMS_WEBHOOK_SECRET: optionalText,
  INVITE_ONLY: flag.default('off'),
  ALLOWED_ORIGINS: z.string().default(''),
  RATE_LIMITS: flag.default('on'),
  LANES: z.coerce.number().int().min(1).max(4).optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info']).default('info'),
});

export type Config = ReturnType<typeof readConfig>;

export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const read = settings.safeParse(environment);
  if (!read.success) {
    throw new Error(`These settings are not valid: ${read.error.issues.map(nameIssue).join('; ')}`);
  }
  const set = read.data;
  const mode: 'demo' | 'production' = set.NODE_ENV === 'production' ? 'production' : 'demo';
  const marketSource = set.MARKET_SOURCE ?? (mode === 'production' ? 'htx' : 'auto');
  if (mode === 'production' && marketSource !== 'htx') {
    throw new Error(`MARKET_SOURCE=${marketSource} is for demonstrations; production trades on real prices only.`);
  }
  if (mode === 'production' && !(set.SMTP_URL && set.SMS_WEBHOOK_URL && set.SMS_WEBHOOK_SECRET)) {
    throw new Error('Production sends real codes: set SMTP_URL, SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET.');
  }
  if (mode === 'production' && set.PUSH_LOCAL_ORIGIN) {
    throw new Error('PUSH_LOCAL_ORIGIN is for tests and demonstrations; production pushes to public services only.');
  }
  return {
    mode,
    host: set.HOST,
    port: set.PORT,
    metricsPort: set.METRICS_PORT,
    databaseUrl: set.DATABASE_URL,
    dataDirectory: resolve(set.DATA_DIRECTORY ?? join(import.meta.dirname, '../../.candor')),
    marketSource,
    htx: { websocketUrl: set.HTX_WS, restUrl: set.HTX_REST },
    venues: venuesOf(set),
    simulated: {
      seed: set.SIMULATED_SEED,
      stepMs: set.SIMULATED_STEP_MS,
      isRestless: set.SIMULATED_RESTLESS === 'on',
    },
    coinListingUrl: set.COIN_LISTING_URL,
    mail: { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM },
    push: { hosts: namesIn(set.PUSH_HOSTS), localOrigin: set.PUSH_LOCAL_ORIGIN },
    sms: { webhookUrl: set.SMS_WEBHOOK_URL, webhookSecret: set.SMS_WEBHOOK_SECRET },
    isInviteOnly: set.INVITE_ONLY === 'on',
    allowedOrigins: namesIn(set.ALLOWED_ORIGINS),
    hasRateLimits: set.RATE_LIMITS === 'on',
    laneCount: set.LANES,
    logLevel: set.LOG_LEVEL,
  };
}

const namesIn = (list: string): string[] => list.split(',').filter((name) => name !== '');

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

const nameIssue = (issue: { path: PropertyKey[]; message: string }): string =>
  `${issue.path.join('.')} (${issue.message})`;
