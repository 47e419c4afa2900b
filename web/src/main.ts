// The first page: says that the server runs and on what market, and shows its prices live.
import './no-eval.ts';
import { coinOfCode, coins, connectMarketFeed, createClient, feedTopics, getMarketSummary } from '@candor/wire';
import type { MarketSummary } from '@candor/wire';
import { createPriceTable } from './price-table.ts';

type Tone = 'good' | 'warn' | 'bad';

const askEveryMs = 5_000;
const client = createClient({ baseUrl: '' });
const table = createPriceTable(find('prices', HTMLTableSectionElement));
const sourceBadge = find('source', HTMLElement);
const connectionBadge = find('connection', HTMLElement);

const feed = connectMarketFeed({
  baseUrl: location.origin,
  onState: (state) => {
    if (state === 'open') say(connectionBadge, 'Live', 'good');
    else if (state === 'waiting') say(connectionBadge, 'Reconnecting…', 'warn');
  },
});
for (const { symbol } of coins) {
  feed.subscribe(feedTopics.detail(symbol), ({ open, close }) => table.set(symbol, { open, close }));
}
void askForState();

/** Which market it is, and which coins can be traded: over HTTP, as it changes rarely. */
async function askForState(): Promise<void> {
  const outcome = await client.call(getMarketSummary, {});
  if (outcome.ok) showState(outcome.data);
  else say(sourceBadge, 'Market: no answer', 'bad');
  setTimeout(() => void askForState(), askEveryMs);
}

function showState({ source, coins: states }: MarketSummary): void {
  const isSimulated = source === 'simulated';
  say(sourceBadge, isSimulated ? 'Simulated market · test coins' : 'Prices from HTX', isSimulated ? 'warn' : 'good');
  for (const { coin, state } of states) {
    const known = coinOfCode(coin);
    if (known) table.setState(known.symbol, state);
  }
}

function say(badge: HTMLElement, text: string, tone: Tone): void {
  if (badge.textContent !== text) badge.textContent = text;
  badge.dataset['tone'] = tone;
}

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}
