// How long functions are, read from the form that the formatter gives them, and the few that may be longer than a screen.

export const functionLinesMax = 60;

export interface MeasuredFunction {
  name: string;
  lines: number;
}

const starts = [
  /^(?:export )?(?:default )?(?:async )?function\*? ?(?<name>[\w$]*)/,
  /^(?:export )?const (?<name>[\w$]+)(?:: .+)? =(?: async)? ?(?:<.*>)?(?:\(|[\w$]+ =>)/,
  /^(?:return )?(?:async )?\((?:.*\) =>|$)/,
  /^(?!(?:if|for|while|switch|catch|return|await|do|else|void|throw|new)\b)(?:static |async |get |set |\*)*(?<name>#?[\w$]+)(?:<.*>)?\(/,
  /^(?<name>#?[\w$]+)(?:: .+)? ?[:=] (?:async )?(?:\(|[\w$]+ =>)/,
];

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Every function with a body in braces or parentheses, its nested ones counted in; the form must be the formatter's. */
export function measureFunctions(text: string): MeasuredFunction[] {
  const lines = text.split('\n');
  return lines.flatMap((line, first) => {
    const start = starts.map((form) => form.exec(line.trimStart())).find((found) => found !== null);
    if (!start) return [];
    const bodyAt = headerEnd(lines, first);
    if (bodyAt === undefined) return [];
    const last = lines.findIndex((each, place) => place > bodyAt && closes(each, indentOf(line)));
    return last < 0 ? [] : [{ name: start.groups?.['name'] ?? '', lines: last - first + 1 }];
  });
}

/** The line that opens the body; undefined where there is none, as of a call or an expression. */
function headerEnd(lines: readonly string[], first: number): number | undefined {
  const indent = indentOf(lines[first]!);
  for (let place = first; place < lines.length; place++) {
    const line = lines[place]!;
    if (indentOf(line) === indent && opensBody.test(line)) return place;
    const goesOn =
      place === first ? /(?:[([{<,=|&]|=>)$/.test(line) : indentOf(line) > indent || /^\s*[)}\]>]/.test(line);
    if (!goesOn) return undefined;
  }
  return undefined;
}

/** What opens a body after parameters: `) {`, `): T {`, `=> {`, `=> ({`, `=> (`. */
const opensBody = /=> (?:\(\{|\{|\()$|\)(?:: .+)? \{$|^\s*[)}](?:: .+)? \{$/;

const closes = (line: string, indent: number): boolean =>
  indentOf(line) === indent && /^\s*[})]/.test(line) && !/[{(]$/.test(line);

/** Longer than a screen, with how long each is. Nothing is added, and no number grows. */
export const longFunctions: Record<string, number> = {
  'bench/src/crash/player.ts createPlayer': 152,
  'bench/src/open-engine.ts openEngine': 63,
  'console/src/acts/propose-screen.tsx ProposeForm': 69,
  'console/src/people/audit-place.tsx AuditScreen': 85,
  'console/src/ui/line-chart.tsx LineChart': 79,
  'server/src/accounts/sessions/sessions.ts createSessions': 86,
  'server/src/alerts/alerts-web.ts alertsWeb': 88,
  'server/src/conduct/open-conduct.ts openConduct': 77,
  'server/src/feed/create-feed.ts createFeed': 93,
  'server/src/feed/flush-slots.ts createFlushSlots': 61,
  'server/src/feed/market-socket.ts openMarketSocket': 61,
  'server/src/feed/work-budget.ts createWorkBudget': 69,
  'server/src/kit/engine-links.ts createTable': 62,
  'server/src/kit/lease.ts openLease': 124,
  'server/src/kit/link.ts createLink': 91,
  'server/src/kit/postgres-channel.ts openPostgresChannels': 69,
  'server/src/kit/redis-channel.ts openChannel': 63,
  'server/src/ledger/follow-outbox.ts followOutbox': 66,
  'server/src/ledger/lanes.ts openLanes': 277,
  'server/src/ledger/lanes.ts runJobs': 70,
  'server/src/market/archive/read-archive.ts createArchiveReader': 61,
  'server/src/market/archive/write-ticks.ts createTickWriter': 192,
  'server/src/market/calls/htx-calls.ts htxCalls': 64,
  'server/src/market/corrections/correct-candles.ts createCandleCorrector': 104,
  'server/src/market/create-market-board.ts createMarketBoard': 69,
  'server/src/market/create-tick-market.ts createTickMarket': 64,
  'server/src/market/sources/htx-source.ts createHtxSource': 70,
  'server/src/market/sources/simulated-market.ts simulatedMarket': 100,
  'server/src/market/topics/publish-topics.ts createTopicPublisher': 76,
  'server/src/web.ts openWeb': 124,
  'web/src/chart/candle-chart.ts openCandleChart': 111,
  'web/src/chart/chart-styles.ts chartStyles': 96,
  'web/src/chart/draw.ts openDrawingBoard': 77,
  'web/src/contracts/contracts-trading.tsx ContractsTrading': 67,
  'web/src/contracts/receipt-facts.tsx ReceiptFacts': 74,
  'web/src/data/use-draft.ts useDraft': 98,
  'web/src/demo/faucet-card.tsx FaucetCard': 88,
  'web/src/kit/act-samples.tsx Overlays': 61,
  'web/src/kit/figure-samples.tsx FigureSamples': 98,
  'web/src/kit/frame-samples.tsx FrameSamples': 83,
  'web/src/kit/market-samples.tsx MarketSamples': 95,
  'web/src/lending/borrow-screen.tsx Calculator': 61,
  'web/src/live/feed-link.ts openFeedLink': 65,
  'web/src/login/login-screen.tsx Screen': 75,
  'web/src/options/option-ticket.tsx Ticket': 104,
  'web/src/personal/sessions-screen.tsx Screen': 76,
  'web/src/purchases/buy-form.tsx BuyForm': 61,
  'web/src/register/register-screen.tsx Screen': 68,
  'web/src/shop/order-success-screen.tsx OneTicket': 62,
  'web/src/staking/open-pledge-screen.tsx OpenForm': 64,
  'web/src/swap/limit-ticket.tsx LimitTicket': 80,
  'web/src/swap/quote-ticket.tsx QuoteTicket': 62,
  'web/src/text/formats.ts createFormats': 81,
  'web/src/ui/amount-field.tsx AmountField': 103,
  'web/src/ui/tabs.tsx Tabs': 83,
  'web/src/withdrawals/addresses-screen.tsx Screen': 69,
  'web/src/withdrawals/withdraw-screen.tsx Choice': 62,
  'wire/src/reconnecting-socket.ts openReconnectingSocket': 80,
};
