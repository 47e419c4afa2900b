// The list of features, and how they are put together into one server.
import { optionTiming, wad } from '@candor/wire';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { createAccounts } from './accounts/accounts.ts';
import { alertsFeature } from './alerts/alerts.ts';
import { catalogueFeature } from './catalogue/catalogue.ts';
import { openConduct } from './conduct/conduct.ts';
import type { Config } from './config.ts';
import { contractsFeature } from './contracts/contracts.ts';
import { createDemo } from './demo/demo.ts';
import { fundExperienceAccount, takeFromFaucet } from './demo/give-test-money.ts';
import { favouritesFeature } from './favourites/favourites.ts';
import { createFeed } from './feed/create-feed.ts';
import { createHttp } from './http/create-http.ts';
import { createOriginCheck } from './http/origin.ts';
import { sessionCookie } from './http/session-cookie.ts';
import { createBus } from './kit/bus.ts';
import type { Clock } from './kit/clock.ts';
import type { Feature } from './kit/feature.ts';
import { smtpMail } from './kit/mail.ts';
import { serveMetrics } from './kit/metrics.ts';
import { idMaker } from './kit/new-id.ts';
import { createOutbox } from './kit/outbox.ts';
import { openPool } from './kit/postgres.ts';
import { createPushSender } from './kit/push.ts';
import { refuse } from './kit/refuse.ts';
import type { Secrets } from './kit/secrets.ts';
import { smsWebhook } from './kit/sms.ts';
import { uuidOf } from './kit/uuid-of.ts';
import { fundHouse } from './ledger/fund-house.ts';
import { openLanes, type Lanes } from './ledger/lanes.ts';
import { ledgerFeature } from './ledger/ledger.ts';
import { createMarket } from './market/create-market.ts';
import { optionsFeature } from './options/options.ts';
import { proofFeature } from './proof/proof.ts';

export interface App {
  port: number;
  /** Which market this server runs on. */
  marketSource: string;
  /** Finishes what was taken, then closes everything. */
  close(): Promise<void>;
}

const version = '0.1.0';
/** Orders received this long before a tick gets its time are committed first. */
const orderHeadStartMs = optionTiming.entryDelayMs - 100;
/** What the demo's house can promise, in USDT, for each book. */
const demoBankroll = '10000000';

export async function openApp(parts: {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
  clock: Clock;
}): Promise<App> {
  const { config, databaseUrl, secrets, clock } = parts;
  const { mode } = config;
  const startedAt = clock.now();
  const bus = createBus();
  const newId = idMaker(clock);
  const pool = openPool(databaseUrl);
  const lanes = await openLanes({ databaseUrl, clock, bus, newId, laneCount: config.laneCount });
  const outbox = createOutbox({ pool, clock });
  const { smtpUrl, from } = config.mail;
  const { webhookUrl, webhookSecret } = config.sms;
  const mail = smtpUrl ? smtpMail({ url: smtpUrl, from }) : outbox.mail;
  const accounts = createAccounts({
    pool,
    clock,
    newId,
    bus,
    mail,
    sms: webhookUrl ? smsWebhook({ url: webhookUrl, key: Buffer.from(webhookSecret!), clock, newId }) : outbox.sms,
    secrets,
    mode,
    isInviteOnly: config.isInviteOnly,
  });
  const cookie = sessionCookie(mode);
  const feed = createFeed({
    clock,
    isOriginAllowed: createOriginCheck(config.allowedOrigins),
    async sessionOf({ headers }) {
      const token = cookie.read({ headers, protocol: 'http' });
      return token === undefined ? undefined : accounts.sessions.find(token);
    },
  });
  bus.on('session.ended', ({ sessionId }) => feed.hub.endSession(sessionId));
  const {
    market,
    feature: marketFeature,
    stop: stopMarket,
  } = await createMarket({
    databaseUrl,
    pool,
    clock,
    bus,
    hub: feed.hub,
    source: config.marketSource,
    htx: config.htx,
    venues: config.venues,
    simulated: config.simulated,
    beforePublish: () => settleOlderOrders(lanes, clock),
    countUsers: accounts.countUsers,
    signingKey: secrets.signingKey,
    operatorOf: async () => refuse('operators-only'),
  });
  if (mode === 'demo') await fundDemo(lanes, clock);

  const { signingKey } = secrets;
  const product = { pool, market, lanes, clock, bus, hub: feed.hub, signingKey };
  const conduct = openConduct({ pool, clock, hub: feed.hub, mode });
  const options = optionsFeature({ ...product, isOffered: () => conduct.inForce().areOptionsOffered });
  const contracts = contractsFeature({ ...product, leverMax: () => conduct.inForce().leverMax });
  const features: Feature[] = [
    accounts.feature,
    ledgerFeature({ pool, bus, hub: feed.hub }),
    marketFeature,
    conduct.feature,
    options,
    contracts,
    proofFeature({ signingKey, receipts: { option: options.receiptOf, contract: contracts.receiptOf } }),
    catalogueFeature({ pool, clock, market, listingUrl: config.coinListingUrl }),
    favouritesFeature({ pool }),
    alertsFeature({
      pool,
      market,
      clock,
      newId,
      hub: feed.hub,
      mail,
      push: createPushSender({ ...config.push, key: secrets.pushKey, subject: writeTo(from) }),
      addressOf: accounts.find,
    }),
    createDemo({
      mode,
      accounts,
      outbox,
      giveTestMoney: (wanted, { session, receivedAt, idempotencyKey, digest }) => {
        const idempotency = { key: idempotencyKey, digest };
        return takeFromFaucet(lanes, { ...session, receivedAt, idempotency }, wanted);
      },
      areBonusesOffered: () => conduct.inForce().areBonusesOffered,
      fundExperience: (accountId) => fundExperienceAccount(lanes, accountId, clock.now()),
    }),
  ];
  const isDatabaseUp = () => pool.query('select 1').then(() => true);
  const http = await createHttp({
    features,
    sessions: accounts.sessions,
    clock,
    mode,
    version,
    allowedOrigins: config.allowedOrigins,
    onUpgrade: feed.handleUpgrade,
    isReady: isDatabaseUp,
    status: async () => ({
      version,
      mode,
      market: market.source,
      database: await isDatabaseUp().catch(() => false),
      commandsWaiting: lanes.waiting(),
      sockets: feed.stats(),
      uptimeSeconds: Math.round((clock.now() - startedAt) / 1000),
    }),
    publicDirectory: join(import.meta.dirname, '../../web/dist'),
    ...(config.hasRateLimits ? {} : { limits: 'off' as const }),
  });
  for (const feature of features) await feature.start?.();
  const metrics =
    config.metricsPort === undefined ? undefined : await serveMetrics({ host: config.host, port: config.metricsPort });
  const { port } = await http.listen({ host: config.host, port: config.port });

  return {
    port,
    marketSource: market.source,
    async close() {
      await Promise.all([http.close(), feed.close('the server is going down')]);
      for (const feature of features.toReversed()) await feature.stop?.();
      await lanes.close();
      await stopMarket();
      await metrics?.close();
      await pool.end();
    },
  };
}

/** Whom push services may write to: `Candor <no-reply@candor.example>` without its name. */
const writeTo = (from: string): string => `mailto:${/<([^>]+)>/.exec(from)?.[1] ?? from}`;

/** A wait that took long has let newer orders grow old meanwhile, so it is done again. */
async function settleOlderOrders(lanes: Lanes, clock: Clock): Promise<void> {
  for (;;) {
    const startedAt = clock.now();
    await lanes.settledUpTo(startedAt - orderHeadStartMs);
    if (clock.now() - startedAt < optionTiming.entryDelayMs - orderHeadStartMs) return;
  }
}

/** The demo's owner pays in once; keys made from words make a repetition change nothing. */
async function fundDemo(lanes: Lanes, clock: Clock): Promise<void> {
  for (const book of ['real', 'bonus'] as const) {
    const digest = createHash('sha256').update(`demo bankroll ${book} ${demoBankroll}`).digest();
    const funding = { coin: 'USDT' as const, amount: wad(demoBankroll), book };
    await fundHouse(lanes, { ...funding, key: uuidOf(digest), digest, now: clock.now() });
  }
}
