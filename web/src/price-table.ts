// One row a coin. What changed is collected and written once a frame, and only into the cells whose text differs.
import { coins } from '@candor/wire';
import type { CoinCode, MarketSymbol } from '@candor/wire';
import { formatChange, formatPrice } from './format-price.ts';

/** What is known of a coin's day: decimal text, as it was sent. */
export interface CoinPrice {
  open: string;
  close: string;
}

export interface PriceTable {
  set(symbol: MarketSymbol, price: CoinPrice): void;
  setState(symbol: MarketSymbol, state: 'live' | 'degraded' | 'halted'): void;
}

interface Row {
  coin: CoinCode;
  element: HTMLTableRowElement;
  /** What keeps the coin from being traded, if anything. */
  note: HTMLElement;
  price: HTMLTableCellElement;
  change: HTMLTableCellElement;
}

export function createPriceTable(body: HTMLTableSectionElement): PriceTable {
  const rows = new Map<string, Row>(coins.map(({ symbol, code, name }) => [symbol, addRow(body, code, name)]));
  const changed = new Map<Row, CoinPrice>();

  function write(): void {
    for (const [row, { open, close }] of changed) {
      setText(row.price, formatPrice(row.coin, close));
      const change = formatChange(open, close);
      setText(row.change, change.text);
      if (row.change.dataset['move'] !== change.move) row.change.dataset['move'] = change.move;
    }
    changed.clear();
  }

  return {
    set(symbol, price) {
      const row = rows.get(symbol);
      if (row === undefined) return;
      if (changed.size === 0) requestAnimationFrame(write);
      changed.set(row, price);
    },
    setState(symbol, state) {
      const row = rows.get(symbol);
      if (row === undefined) return;
      row.element.dataset['state'] = state;
      setText(row.note, state === 'live' ? '' : state === 'halted' ? 'halted' : 'delayed');
    },
  };
}

function addRow(body: HTMLTableSectionElement, coin: CoinCode, name: string): Row {
  const element = body.insertRow();
  const heading = document.createElement('th');
  heading.scope = 'row';
  const code = document.createElement('abbr');
  code.title = name;
  code.textContent = coin;
  const note = document.createElement('small');
  heading.append(code, note);
  element.append(heading);
  return { coin, element, note, price: addNumber(element), change: addNumber(element) };
}

function addNumber(row: HTMLTableRowElement): HTMLTableCellElement {
  const cell = row.insertCell();
  cell.className = 'number';
  cell.dir = 'ltr';
  cell.textContent = '–';
  return cell;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
