// The process that takes requests: HTTP and sockets, what customers ask for, and what everybody sees.
import { acts, receiptKinds, type ReceiptKind, type Uuid } from '@candor/wire';
import { withMailPhrases } from './accounts/codes/mail-phrases.ts';
import { createAccounts } from './accounts/create-accounts.ts';
import { openConduct } from './conduct/open-conduct.ts';
import type { Config } from './config.ts';
import { createFeed } from './feed/create-feed.ts';
import { createProxyCheck } from './http/check-proxy.ts';
import type { ClaimKey } from './http/idempotency.ts';
import { createOrigins } from './http/origin.ts';
import { sessionCookie } from './http/session-cookie.ts';
import { addressKey } from './kit/address-key.ts';
import { countCalls } from './kit/count-calls.ts';
import { askPools } from './kit/ask-for-write.ts';
import { bridgeEvents } from './kit/bridge-events.ts';
import { createBus } from './kit/bus.ts';
import { findFaults, findIssuerFaults } from './kit/check-faces.ts';
import type { Clock } from './kit/clock.ts';
import type { Job } from './kit/jobs.ts';
import { LinkLost, type Link } from './kit/link.ts';
import { log } from './kit/log.ts';
import { smtpMail } from './kit/mail.ts';
import { serveMetrics, type CountedElsewhere } from './kit/metrics.ts';
import { idMaker } from './kit/new-id.ts';
import { createOutbox } from './kit/outbox.ts';
import { startParts, stopParts } from './kit/part.ts';
import type { PasswordCost } from './kit/passwords/passwords.ts';
import { openPool, openReadConnection, type Pool } from './kit/postgres.ts';
import { openPostgresChannels } from './kit/postgres-channel.ts';
import type { BoundAct } from './kit/act.ts';
import type { AskEngine, IssueReceipt, WebPart } from './kit/product.ts';
import { createPushSender } from './kit/push.ts';
import { refuse } from './kit/refuse.ts';
import type { Secrets } from './kit/secrets.ts';
import { smsWebhook } from './kit/sms.ts';
import { trustedProxies } from './kit/trusted-proxies.ts';
import { claimKey } from './ledger/claim-key.ts';
import { answerIntake } from './ledger/intake.ts';
import { openLanes } from './ledger/lanes.ts';
import { openHistory } from './market/choose-source.ts';
import { createMarketBoard } from './market/create-market-board.ts';
import { followMarket } from './market/link/follow-market.ts';
import type { MarketSource } from './market/market.ts';
import { openDoors } from './open-doors.ts';
import { createOperators } from './operators/create-operators.ts';
import { createPictures } from './pictures/create-pictures.ts';
import { commands, invariants, noticeSources, orderKinds, products, type WebParts } from './products.ts';
import { publicStatus } from './public-status.ts';
import { createReadiness } from './readiness.ts';

export interface Web {
  /** Of customers; undefined where this process serves the console alone. */
  port: number | undefined;
  consolePort: number | undefined;
  /** What it does again and again. */
  jobs: readonly Job[];
  /** Finishes what was taken, then closes everything. */
  close(): Promise<void>;
}

interface WebOptions {
  config: Config;
  databaseUrl: string;
  /** As candor_console, where it serves the console. */
  consoleUrl: string | undefined;
  secrets: Secrets;
  clock: Clock;
  /** To the engine that decides. */
  link: Link;
  /** Whether other web processes hear of what is posted. */
  hasSiblings?: boolean;
  /** What processes of the same start have counted that have no port for it. */
  countedElsewhere?: () => Promise<CountedElsewhere>;
  /** Why no fresh ticks come, if none do. */
  whyNoPrices?: () => string;
  /** What the engine chose. */
  marketSource: MarketSource;
  /** For tests: a reply or a refusal that is not as the table of calls says is a failure. */
  checksReplies?: boolean;
  /** For tests: less than what passwords cost. */
  passwordCost?: PasswordCost;
}

const version = '0.1.0';

export async function openWeb(parts: WebOptions): Promise<Web> {
  const { config, databaseUrl, secrets, clock, link, passwordCost } = parts;
  const { mode, isInviteOnly, publicOrigin } = config;
  const faults = findFaults(products);
  if (faults.length > 0) throw new Error(`products leave something out: ${faults.join('; ')}`);
  const startedAt = clock.now();
  const bus = createBus();
  const newId = idMaker(clock);
  const { pool, serverPool, endPools } = openPools(parts);
  const lanes = await openLanes({ databaseUrl, clock, bus, newId, commands, laneCount: config.laneCount });
  answerIntake(link, lanes);
  const told = products.flatMap(({ bridged: { fromWeb, betweenWebs } }) => [
    ...fromWeb,
    ...(parts.hasSiblings ? betweenWebs : []),
  ]);
  bridgeEvents(bus, link, told);
  const { mail, sms, outbox } = openSenders(config, { pool, clock, newId });
  const accounts = createAccounts({ pool: serverPool, clock, newId, bus, mail, sms, secrets, mode, isInviteOnly, publicOrigin, passwordCost }); // oxfmt-ignore
  const operators = createOperators({ pool, clock, mode, secrets, consoleOrigin: config.console.origins[0], passwordCost }); // oxfmt-ignore
  const cookie = sessionCookie(mode);
  const proxies = trustedProxies(config.trustedProxies);
  const feed = createFeed({
    clock,
    isOriginAllowed: createOrigins(config).isAllowed,
    async sessionOf(request) {
      const token = cookie.read({ headers: request.headers, protocol: proxies.protocolOf(request) });
      return token === undefined ? undefined : accounts.sessions.find(token);
    },
    addressOf: (request) => addressKey(proxies.addressOf(request)),
    ...(config.hasRateLimits ? {} : { limits: 'off' as const }),
  });
  const { hub } = feed;
  bus.on('session.ended', ({ sessionId }) => hub.endSession(sessionId));
  const heard = followMarket(link);
  const history = openHistory(parts.marketSource, { ...config, clock });
  const board = await createMarketBoard({
    pool,
    clock,
    bus,
    hub,
    ...heard,
    history,
    countUsers: accounts.countUsers,
    signingKey: secrets.signingKey,
  });
  heard.start(board.listener);
  const { market } = board;

  const opened: WebPart[] = [];
  const product: WebParts = {
    mode,
    pool,
    openRead: (name) => openReadConnection(databaseUrl, { name }),
    clock,
    newId,
    bus,
    hub,
    lanes,
    market,
    board,
    accounts,
    operators,
    conduct: openConduct({ pool, clock, hub, mode }),
    askEngine: askThrough(link),
    channels: openPostgresChannels({ url: databaseUrl, pool }),
    mail,
    outbox,
    push: createPushSender({ ...config.push, key: secrets.pushKey, subject: writeTo(config.mail.from) }),
    signingKey: secrets.signingKey,
    ...asSetUp(config, { pool, clock, newId, secrets }),
    ...gatheredOf(opened),
    openSessions: () => hub.openSessions(),
    addressOf: accounts.find,
  };
  for (const face of products) if (face.web) opened.push(issuing(face, face.web(product)));
  const proxyCheck = createProxyCheck(proxies);
  const shared = {
    ...countedIn(serverPool),
    clock,
    mode,
    version,
    trustedProxies: proxies,
    onLiveProbe: proxyCheck.notice,
    readiness: createReadiness({
      clock,
      market,
      writesTicks: heard.isWriting,
      askDatabase: () => askPools(serverPool, pool),
      whyNoPrices: parts.whyNoPrices ?? (() => 'it waits to write the ticks'),
    }),
    status: publicStatus({ version, mode, market, pool }),
    checksReplies: parts.checksReplies ?? false,
    ...(config.hasRateLimits ? {} : { limits: 'off' as const }),
  };
  issuersOf(opened);
  boundActs(opened);
  await startParts(opened);
  const inside = () => ({
    commandsWaiting: lanes.waiting(),
    commandsSetAside: lanes.setAside(),
    sockets: feed.stats(),
    uptimeSeconds: Math.round((clock.now() - startedAt) / 1000),
  });
  const others = parts.countedElsewhere;
  const metrics =
    config.metrics && (await serveMetrics({ ...config.metrics, ...(others && { others }), status: inside }));
  const { port, consolePort, ...doors } = await openDoors({ config, accounts, operators, handlers: opened.flatMap(({ calls }) => calls), onUpgrade: feed.handleUpgrade, shared }); // oxfmt-ignore
  if (config.publicOrigin) void sayProxyProblems(proxyCheck.run(config.publicOrigin));

  return {
    port,
    consolePort,
    jobs: opened.flatMap(({ jobs = [] }) => jobs),
    async close() {
      mail.close();
      await Promise.all([doors.close(), feed.close('the server is going down')]);
      await stopParts(opened);
      await lanes.close();
      await history.close();
      await metrics?.close();
      await endPools();
    },
  };
}

/**
 * As candor_app; and in a process that operators reach, for all but money and sessions of customers, as candor_console. Where customers are
 * served by the same process, it holds both.
 */
function openPools({ config, databaseUrl, consoleUrl }: Pick<WebOptions, 'config' | 'databaseUrl' | 'consoleUrl'>) {
  const serverPool = openPool(databaseUrl);
  if (!config.roles.includes('console')) return { pool: serverPool, serverPool, endPools: () => serverPool.end() };
  if (consoleUrl === undefined) throw new Error('a console comes to the database as a role of its own');
  const pool = openPool(consoleUrl);
  return { pool, serverPool, endPools: async () => void (await Promise.all([pool.end(), serverPool.end()])) };
}

/** Mail and SMS as they are set up; of what is not, messages stay in the outbox of the demo. */
function openSenders({ mail, sms }: Config, parts: { pool: Pool; clock: Clock; newId: () => Uuid }) {
  const outbox = createOutbox(parts);
  const sender = mail.smtpUrl ? smtpMail({ url: mail.smtpUrl, from: mail.from }) : outbox.mail;
  const { webhookUrl: url, webhookSecret } = sms;
  return {
    outbox,
    mail: withMailPhrases({ pool: parts.pool, mail: sender }),
    sms: url ? smsWebhook({ url, key: Buffer.from(webhookSecret!), ...parts }) : outbox.sms,
  };
}

const askThrough =
  (link: Link): AskEngine =>
  (name, asked) =>
    link.ask(name, asked).catch((error: unknown) => {
      if (error instanceof LinkLost) return refuse('outcome-unknown');
      throw error;
    });

/** What products are given as the settings have it. */
const asSetUp = (
  { chains, closedAccountsKeptDays, coinListingUrl, drandUrl, ratesUrl, pictures, support, publicOrigin, port }: Config,
  parts: { pool: Pool; clock: Clock; newId: () => Uuid; secrets: Secrets },
): Pick<
  WebParts,
  'chains' | 'keptDays' | 'listingUrl' | 'ratesUrl' | 'drandUrl' | 'origin' | 'pictures' | 'secrets' | 'support'
> => ({
  chains,
  keptDays: closedAccountsKeptDays,
  listingUrl: coinListingUrl,
  ratesUrl,
  drandUrl,
  origin: publicOrigin ?? `http://localhost:${port}`,
  support,
  secrets: parts.secrets,
  pictures: createPictures({ ...parts, ...pictures }),
});

/** What each product adds to that of another, once all are open. */
const gatheredOf = (
  parts: readonly WebPart[],
): Pick<
  WebParts,
  | 'acts'
  | 'held'
  | 'invariants'
  | 'noticeSources'
  | 'orderKinds'
  | 'queues'
  | 'resultKinds'
  | 'settings'
  | 'receipts'
  | 'openGains'
> => ({
  invariants: () => invariants,
  orderKinds: () => orderKinds,
  resultKinds: () =>
    products.flatMap(({ resultsAs, resultKinds, movements }) =>
      resultsAs ? [{ product: resultsAs, kinds: resultKinds ?? Object.keys(movements.objectOfMovement) }] : [],
    ),
  noticeSources: () => noticeSources,
  settings: () => products.flatMap((each) => each.settings),
  acts: () => boundActs(parts),
  queues: () => parts.flatMap(({ queues }) => queues ?? []),
  receipts: () => issuersOf(parts),
  held: () => parts.flatMap(({ held }) => (held ? [held] : [])),
  openGains: () => parts.flatMap(({ openGainsAt }) => (openGainsAt ? [openGainsAt] : [])),
});

/** What does each act that can be proposed. */
function boundActs(parts: readonly WebPart[]): BoundAct[] {
  const bound = parts.flatMap((part) => part.acts ?? []);
  for (const act of acts)
    if (!bound.some((each) => each.act === act)) throw new Error(`nothing does the act ${act.kind}`);
  return bound;
}

/** A part issues what its face names and nothing else, which would take the place of another's issuer. */
function issuing(face: (typeof products)[number], part: WebPart): WebPart {
  const faults = findIssuerFaults(face, part);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return part;
}

/** What issues each kind of receipt. */
const issuersOf = (parts: readonly WebPart[]): Record<ReceiptKind, IssueReceipt> => {
  const issuers = Object.assign({}, ...parts.map(({ receipts }) => receipts)) as Partial<
    Record<ReceiptKind, IssueReceipt>
  >;
  for (const kind of receiptKinds) if (!issuers[kind]) throw new Error(`nothing issues receipts of the kind ${kind}`);
  return issuers as Record<ReceiptKind, IssueReceipt>;
};

/** A proxy can be set right at any time, so that a wrong one is said loudly but keeps nobody from starting. */
async function sayProxyProblems(check: Promise<string[]>): Promise<void> {
  const problems = await check;
  for (const problem of problems) log.error('the proxy is not set up rightly', { problem });
  if (problems.length === 0) log.info('requests through the proxy arrive as they should');
}

/** Whom push services may write to: `Candor <no-reply@candor.example>` without its name. */
const writeTo = (from: string): string => `mailto:${/<([^>]+)>/.exec(from)?.[1] ?? from}`;

/** What of calls is kept in the database: keys of those that came without one, and how often a day they were made. */
const countedIn = (pool: Pool) => ({
  claimKey: (request: Parameters<ClaimKey>[0]) => claimKey(pool, request),
  countCall: countCalls(pool),
});
