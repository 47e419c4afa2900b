// What the app speaks of, and for translators what each thing is. Each language has one term for it: in glossary.ts beside its texts.
import type { TextKey } from './keys.ts';

export interface Term {
  /** The one term; it stands in each text that names the thing. */
  say: string;
  /** The same word where it is bent beyond its stem. */
  forms?: readonly string[];
  /** Other words for the same thing, which no text of the language may use. */
  never?: readonly Never[];
  /** Why this term, where it is not plain. */
  note?: string;
}

/** A word, or a word that is right in other texts or as part of another phrase. `*` stands for the rest of a word. */
export type Never = string | { word: string; in?: readonly string[]; unless?: readonly string[] };

export type Glossary = Readonly<Record<Concept, Term>>;
export type Concept = keyof typeof concepts;

interface Meaning {
  means: string;
  /** The texts that name the thing by its bare term: labels, titles, buttons. */
  labels: readonly TextKey[];
}

export const concepts = {
  receipt: {
    means: 'The signed record of one finished order, with every price that decided it; anyone can recompute it.',
    labels: ['receipts.title', 'options.receipt', 'shell.receipt', 'receipts.notFound'],
  },
  statement: {
    means: 'The list of all movements of a customer’s money, a line each, with the balance after it.',
    labels: ['shell.bills', 'assets.bills'],
  },
  verify: {
    means: 'To recompute a receipt, a price or a list in one’s own browser. Not the check of a person’s identity.',
    labels: ['receipts.verify', 'receipts.verifyAgain'],
  },
  stake: {
    means: 'What a seconds contract costs and what can be lost with it. Words of gambling must not be used.',
    labels: ['options.stake', 'assets.billOptionPlaced', 'receipts.stakedPaid'],
  },
  gain: {
    means: 'The result of an order that made money. Words of games and gambling must not be used.',
    labels: ['assets.billProfit'],
  },
  payout: {
    means: 'What the platform pays to the customer when an order ends.',
    labels: ['options.paid', 'receipts.paid', 'receipts.stakedPaid'],
  },
  takeProfit: {
    means: 'The price at which a position is closed by itself with a profit.',
    labels: ['contracts.takeProfit', 'contracts.result_take-profit', 'chart.line_takeProfit', 'receipts.change_stops'],
  },
  stopLoss: {
    means: 'The price at which a position is closed by itself to end a loss.',
    labels: ['contracts.stopLoss', 'contracts.result_stop-loss', 'chart.line_stopLoss', 'receipts.change_stops'],
  },
  entry: {
    means: 'The price and moment at which an order begins to count. Opening a position is another thing.',
    labels: ['contracts.entry', 'chart.line_entry', 'receipts.entry', 'receipts.entryTick', 'options.entryTick'],
  },
  liquidation: {
    means: 'The forced closing of a position whose margin is used up. What a customer closes is not liquidated.',
    labels: [
      'contracts.liquidation',
      'contracts.tab_liquidation',
      'contracts.liquidationPrice',
      'chart.line_liquidation',
    ],
  },
  closePosition: {
    means: 'To end a position at the customer’s own wish.',
    labels: ['contracts.act_close', 'contracts.title_close', 'contracts.closeAll', 'receipts.change_close'],
  },
  margin: {
    means: 'What is set aside for a CFD; the most that can be lost with it. Not a profit margin, not safety.',
    labels: [
      'contracts.margin',
      'assets.margin',
      'contracts.addMargin',
      'receipts.marginFee',
      'receipts.change_margin',
    ],
  },
  cancelOrder: {
    means: 'To take back an order that still waits. Not to leave a question unanswered, which is Cancel.',
    labels: ['contracts.cancelOrder', 'contracts.result_cancelled', 'refusals.order-not-cancellable'],
  },
  reserved: {
    means: 'Set aside for an order that waits; it comes back if the order is cancelled.',
    labels: ['assets.reserved', 'contracts.reserved'],
  },
  lots: {
    means: 'The units in which CFDs are counted: one contract is a fixed amount of the coin.',
    labels: ['contracts.sheetsUnit', 'contracts.sheetsCount', 'market.sheet', 'refusals.sheets-out-of-range'],
  },
  position: {
    means: 'A CFD that is open.',
    labels: ['contracts.tab_positions', 'contracts.noPositions', 'refusals.close-under-way'],
  },
  order: {
    means: 'What a customer asks the platform to carry out.',
    labels: ['options.orders', 'options.ticket', 'shell.menuOrders', 'contracts.noOpen', 'contracts.cancelOrder'],
  },
  price: {
    means: 'What a coin is worth at a moment.',
    labels: ['market.price', 'alerts.targetPrice', 'quotation.columnPrice', 'sources.index', 'shell.sources'],
  },
  chart: {
    means: 'The picture of prices over time.',
    labels: ['chart.settings', 'chart.label', 'options.chartLabel', 'corrections.chart'],
  },
  candle: {
    means: 'One period of a chart: open, high, low and close.',
    labels: ['chart.candles', 'corrections.title', 'chart.magnet'],
  },
  market: {
    means: 'A coin against USDT that can be traded.',
    labels: ['market.choosePair', 'market.pairNone', 'refusals.market-halted'],
  },
  depth: {
    means: 'How much buyers and sellers want to trade at which price.',
    labels: ['market.depth', 'market.depthLabel'],
  },
  marketValue: {
    means: 'Circulating supply times price.',
    labels: ['market.marketValue', 'market.asOf', 'market.rank'],
  },
  turnover: {
    means: 'What was traded in a time, in USDT. What was traded in coins is the volume of a chart.',
    labels: ['market.dayVolume', 'home.volumeDay', 'home.volumeMonth', 'quotation.byVolume', 'quotation.columnCoin'],
  },
  account: {
    means: 'What a customer logs in to.',
    labels: ['login.account', 'ui.openAccount', 'register.submit', 'ui.openAccount', 'personal.number'],
  },
  experienceAccount: {
    means:
      'A second account with bonus money that can be traded and never withdrawn. Not the demo, which is a whole server.',
    labels: ['home.experience', 'personal.experience', 'demo.experienceTitle', 'refusals.experience-exists'],
  },
  testMoney: {
    means: 'Coins without value that a demo server gives away.',
    labels: ['ui.testMoney', 'assets.billTestMoney', 'ui.getTestMoney', 'demo.faucetDone', 'refusals.faucet-limit'],
  },
  demo: {
    means: 'A whole server where nothing is real money.',
    labels: ['personal.groupDemo', 'personal.verifiedByDemo', 'shell.menuDemo', 'refusals.demo-only'],
  },
  secondsContract: {
    means: 'The product: will the price be higher or lower in some seconds?',
    labels: ['shell.menuSeconds', 'options.title', 'options.noneOffered', 'refusals.options-off'],
  },
  cfd: {
    means: 'The product: long and short with leverage, settled by the difference of two prices.',
    labels: ['shell.menuCfd', 'options.cfd', 'quotation.tradeCfd', 'contracts.notOffered', 'personal.verifyNote'],
  },
  deposit: {
    means: 'To bring coins or money to the platform.',
    labels: ['shell.menuDeposit', 'home.deposit', 'shell.menuDepositHistory'],
  },
  withdraw: {
    means: 'To take coins or money out of the platform.',
    labels: ['shell.menuWithdraw', 'home.withdraw', 'shell.menuWithdrawHistory'],
  },
  swap: {
    means: 'To change one coin for another at once. Not the swap points of a position held overnight.',
    labels: ['shell.menuSwap', 'home.swap', 'assets.swap', 'market.swap', 'personal.verifyNote'],
  },
  staking: {
    means: 'To lock USDT for a time and earn on it.',
    labels: ['shell.menuStaking', 'shell.menuStakingIncome'],
  },
  borrow: {
    means: 'To take a loan from the platform. The platform lends, the customer borrows.',
    labels: ['shell.menuBorrow', 'shell.menuBorrowHistory', 'personal.verifyNote'],
  },
} as const satisfies Readonly<Record<string, Meaning>>;
