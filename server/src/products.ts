// Every product of the server, in the order in which they start. What is not listed here does not exist.
import type { ReceiptKind, Uuid } from '@candor/wire';
import { acts } from './acts/acts.ts';
import { accounts } from './accounts/accounts.ts';
import type { Accounts } from './accounts/create-accounts.ts';
import { alerts } from './alerts/alerts.ts';
import { auditor } from './auditor/auditor.ts';
import { purchases } from './purchases/purchases.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { conduct } from './conduct/conduct.ts';
import type { Conduct } from './conduct/open-conduct.ts';
import { content } from './content/content.ts';
import { contracts } from './contracts/contracts.ts';
import { currencies } from './currencies/currencies.ts';
import { customers } from './customers/customers.ts';
import { demo } from './demo/demo.ts';
import type { ChainSettings } from './chains/chain-settings.ts';
import { deposits } from './deposits/deposits.ts';
import { equity } from './equity/equity.ts';
import { experience } from './experience/experience.ts';
import { failures } from './failures/failures.ts';
import { favourites } from './favourites/favourites.ts';
import type { ProductKinds } from './house-results/describe-results.ts';
import { houseResults } from './house-results/house-results.ts';
import type { Hub } from './feed/hub.ts';
import { identity } from './identity/identity.ts';
import type { BoundAct } from './kit/act.ts';
import type { Bus } from './kit/bus.ts';
import type { Clock } from './kit/clock.ts';
import type { MailSender } from './kit/mail.ts';
import type { NoticeSource } from './kit/notice.ts';
import type { Outbox } from './kit/outbox.ts';
import type { Connection, Pool } from './kit/postgres.ts';
import type { PostgresChannels } from './kit/postgres-channel.ts';
import type {
  AskEngine,
  BoundQueue,
  HeldAbout,
  Invariant,
  IssueReceipt,
  NamedCommand,
  OpenGainsAt,
  OrderKind,
  Product,
} from './kit/product.ts';
import type { PushSender } from './kit/push.ts';
import type { Secrets } from './kit/secrets.ts';
import type { Setting } from './kit/settings.ts';
import { sql, type Sql } from './kit/sql.ts';
import { claimInvariants } from './ledger/claim-invariants.ts';
import { explainInvariants } from './ledger/explain-invariants.ts';
import { journalTimes, timeInvariants } from './ledger/time-invariants.ts';
import type { Intake } from './ledger/intake.ts';
import type { Lanes } from './ledger/lanes.ts';
import { ledger } from './ledger/ledger.ts';
import type { MarketBoard } from './market/create-market-board.ts';
import type { Market, SourcedMarket } from './market/market.ts';
import { lending } from './lending/lending.ts';
import { limits } from './limits/limits.ts';
import { market } from './market/market-face.ts';
import type { Operators } from './operators/create-operators.ts';
import { operators } from './operators/operators.ts';
import { notifications } from './notifications/notifications.ts';
import { options } from './options/options.ts';
import type { Pictures } from './pictures/create-pictures.ts';
import { ownData } from './own-data/own-data.ts';
import { pictures } from './pictures/pictures.ts';
import { overview } from './overview/overview.ts';
import { proof } from './proof/proof.ts';
import { publicLog } from './public-log/public-log.ts';
import { toldInvariants } from './public-log/told-invariants.ts';
import { settings } from './settings/settings.ts';
import { shop } from './shop/shop.ts';
import { staking } from './staking/staking.ts';
import { swap } from './swap/swap.ts';
import { support } from './support/support.ts';
import type { SupportParts } from './support/support-web.ts';
import { vip } from './vip/vip.ts';
import { withdrawals } from './withdrawals/withdrawals.ts';

interface Parts {
  mode: 'demo' | 'production';
  pool: Pool;
  clock: Clock;
  bus: Bus;
  lanes: Lanes;
}

/** What a product is given where requests arrive. */
export interface WebParts extends Parts {
  /** Opens a dedicated connection for long reads, with this `application_name`; see kit/watched-reads.ts. */
  openRead: (name: string) => Promise<Connection>;
  newId: () => Uuid;
  hub: Hub;
  market: Market;
  board: MarketBoard;
  accounts: Accounts;
  operators: Operators;
  conduct: Conduct;
  askEngine: AskEngine;
  channels: PostgresChannels;
  mail: MailSender;
  outbox: Outbox;
  push: PushSender;
  signingKey: string;
  /** What sealed data is sealed with. */
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
  pictures: Pictures;
  /** A public listing of coins; nobody is asked without it. */
  listingUrl: string | undefined;
  /** A central bank's daily list of rates; nobody is asked without it. */
  ratesUrl: string | undefined;
  /** Where rounds of drand are asked for. */
  drandUrl: string | undefined;
  support: SupportParts['support'];
  /** The app's own, for links in what is mailed. */
  origin: string;
  /** Of all products, once all are open. */
  receipts: () => Readonly<Record<ReceiptKind, IssueReceipt>>;
  /** Of all products that have one, once all are open. */
  openGains: () => readonly OpenGainsAt[];
  /** Of all products that hold more than rows. */
  held: () => readonly HeldAbout[];
  /** How long whose a closed account was is kept. */
  keptDays: number;
  /** Of all products, once all are open. */
  acts: () => readonly BoundAct[];
  /** Of all products that have one, once all are open. */
  queues: () => readonly BoundQueue[];
  /** Of all products. */
  settings: () => readonly Setting[];
  /** Of all products. */
  noticeSources: () => readonly NoticeSource[];
  /** Of all products that have a result. */
  resultKinds: () => readonly ProductKinds[];
  /** Of all products. */
  invariants: () => readonly Invariant[];
  orderKinds: () => readonly OrderKind[];
  openSessions: Hub['openSessions'];
  /** Networks that deposits arrive on. */
  chains: ChainSettings;
  /** The account's own addresses. */
  addressOf: Accounts['find'];
}

/** What a product is given where ticks and time decide. */
export interface EngineParts extends Parts {
  market: SourcedMarket;
  intake: Intake;
  /** What trading costs customers, in all products. */
  tradingCosts: readonly Sql[];
  /** Of the engine; the database refuses what bears an older one. */
  epoch: number;
  signingKey: string;
  chains: ChainSettings;
  /** Where rounds of drand are asked for; a demo without it has a beacon of its own. */
  drandUrl: string | undefined;
}

export const products: readonly Product<WebParts, EngineParts>[] = [
  accounts,
  operators,
  ledger,
  market,
  conduct,
  options,
  contracts,
  limits,
  staking,
  lending,
  swap,
  currencies,
  purchases,
  vip,
  settings,
  houseResults,
  equity,
  proof,
  publicLog,
  catalogue,
  favourites,
  content,
  support,
  failures,
  alerts,
  notifications,
  pictures,
  identity,
  ownData,
  demo,
  experience,
  deposits,
  withdrawals,
  shop,
  acts,
  customers,
  overview,
  auditor,
];

/** Every call, by where it stands in the documentation and who may make it. */
export const sections = products.flatMap((each) => each.calls);
/** The same of the console's port. */
export const consoleSections = products.flatMap((each) => each.consoleCalls);
/** All that moves money. */
export const commands: ReadonlySet<NamedCommand> = new Set(products.flatMap((each) => each.commands));
/** All that customers order. */
export const orderKinds = products.flatMap((each) => each.orders);
/** What trading costs customers, by product. */
export const tradingCosts = products.flatMap((each) => each.tradingCosts);
/** All that customers are told of. */
export const noticeSources = products.flatMap((each) => each.notices);

/** Rules that compare the movements of each product with its orders, in both directions. */
export const explainedByOrders = explainInvariants(products);
/** What must hold over the whole database. */
export const invariants = [
  ...invariantsOf(products),
  journalTimes,
  ...timeInvariants(products),
  ...products.flatMap((each) => each.archiveRules),
];
/** Rules that compare orders with their money. Rules that need the archive of ticks or the clock are left out. */
export const moneyInvariants = invariantsOf(products.filter(({ name }) => name !== 'market'));

function invariantsOf(faces: typeof products): Invariant[] {
  return [
    ...faces.flatMap((each) => each.invariants),
    ...claimInvariants(faces.map(({ claims }) => claims)),
    ...explainedByOrders,
    ...toldInvariants(faces),
    dueInvariant(faces.flatMap(({ dueKinds }) => dueKinds)),
  ];
}

/** A product that forgets a kind in its face has nobody who says that its rows wait for ever. */
function dueInvariant(kinds: readonly string[]): Invariant {
  return {
    name: 'what is left for a time is of a kind that a product has',
    sql: sql`select count(*) as checked, count(*) filter (where kind <> all(${kinds}::text[])) as broken
      from due_work where due_at is not null`,
  };
}
