// Limits for oneself with all that they hold for, options and contracts, on a stage of their own.
import {
  changePersonalLimits,
  closeContract,
  addContractMargin,
  excludeMyself,
  formatAmount,
  marginOf,
  queryPersonalLimits,
  submitContract,
  submitOptionsOrder,
  takeTimeOut,
  wad,
  wireId,
  type ContractOrderMessage,
  type OptionOrderMessage,
  type PersonalLimits,
  type Uuid,
} from '@candor/wire';
import { contractsEngine } from '../../src/contracts/contracts-engine.ts';
import { contractsWeb } from '../../src/contracts/contracts-web.ts';
import type { AskEngine, EnginePart, WebPart } from '../../src/kit/product.ts';
import { Refusal } from '../../src/kit/refuse.ts';
import { intakeOf } from '../../src/ledger/intake.ts';
import { limitsWeb } from '../../src/limits/limits-web.ts';
import { optionsEngine } from '../../src/options/options-engine.ts';
import { optionsWeb } from '../../src/options/options-web.ts';
import { openProductStage, together, withEngine, type ProductParts, type ProductStage } from './product-stage.ts';

export interface LimitsStage extends Omit<ProductStage<WebPart>, 'product'> {
  /** A limit that is left out is none. */
  limit(
    accountId: Uuid,
    limits: { day?: string; week?: string; month?: string; stake?: string },
  ): Promise<PersonalLimits>;
  limits(accountId: Uuid): Promise<PersonalLimits>;
  timeOut(accountId: Uuid, hours: number): Promise<PersonalLimits>;
  exclude(accountId: Uuid, months: number, password: string): Promise<PersonalLimits>;
  option(accountId: Uuid, stake: string): Promise<OptionOrderMessage>;
  /** At the market, long. */
  contract(accountId: Uuid, sheets: number): Promise<ContractOrderMessage>;
  closeContract(accountId: Uuid, tradeId: string): Promise<ContractOrderMessage>;
  addMargin(accountId: Uuid, tradeId: string, amount: string): Promise<ContractOrderMessage>;
  /** Of BTC; the clock goes with it. */
  tick(price: string, afterMs: number): void;
  /** Until all is carried out that ticks have decided. */
  quiet(): Promise<void>;
}

export const rightPassword = 'correct horse';

function allProducts({ ledger, ...parts }: ProductParts): WebPart {
  const given = { ...ledger, ...parts };
  const conduct = { inForce: () => ({ areOptionsOffered: true, leverMax: 50 }) };
  const positions = contractsEngine({ ...given, intake: intakeOf(ledger.lanes), epoch: 0 });
  const askEngine: AskEngine = (name, asked) => (positions.answers as EnginePart['answers'])![name]!(asked);
  const provePassword = (password: string): Promise<void> =>
    password === rightPassword ? Promise.resolve() : Promise.reject(new Refusal('password-wrong'));
  return together([
    withEngine(optionsWeb({ ...given, conduct }), optionsEngine(given)),
    withEngine(contractsWeb({ ...given, conduct, askEngine }), positions),
    limitsWeb({ ...given, accounts: { provePassword } }),
  ]);
}

export async function openLimitsStage(): Promise<LimitsStage> {
  const settings = { startMs: Date.UTC(2026, 2, 4, 12), bankroll: '100000000' };
  const { product: _, ...stage } = await openProductStage<WebPart>(settings, allProducts);
  const account_id = (accountId: Uuid) => wireId('account', accountId);
  const { ask, market, clock } = stage;
  return {
    ...stage,
    limit(accountId, { day = '', week = '', month = '', stake = '' }) {
      const limits = { loss_day: day, loss_week: week, loss_month: month, stake_max: stake, reminder_minutes: null };
      return ask(changePersonalLimits, { account_id: account_id(accountId), ...limits }, { accountId });
    },
    limits: (accountId) => ask(queryPersonalLimits, { account_id: account_id(accountId) }, { accountId }),
    timeOut: (accountId, hours) => ask(takeTimeOut, { account_id: account_id(accountId), hours }, { accountId }),
    exclude: (accountId, months, user_password) =>
      ask(excludeMyself, { account_id: account_id(accountId), months, user_password }, { accountId }),
    option(accountId, stake) {
      const terms = { pair_type: 'btcusdt', option_config_id: '1', trade_transaction_type: 1 };
      return ask(
        submitOptionsOrder,
        { trade_user_id: account_id(accountId), trade_num: stake, ...terms },
        { accountId },
      );
    },
    contract(accountId, sheets) {
      const price = market.lastTick('BTC')!.price;
      const usd_num = formatAmount(marginOf({ sheets, sheetSize: wad('0.001'), price, lever: 50 }));
      const payload = {
        trade_price: formatAmount(price),
        trade_lever: 50,
        trade_user_id: account_id(accountId),
        trade_type: 1,
        trade_transaction_type: 1,
        trade_btc_tpye: 'btcusdt',
        usd_num,
        sheets_num: sheets,
        order_type: 'market',
        take_profit: '',
        stop_loss: '',
      };
      return ask(submitContract, payload, { accountId });
    },
    closeContract: (accountId, trade_id) => ask(closeContract, { trade_id }, { accountId }),
    addMargin: (accountId, trade_id, amount) => ask(addContractMargin, { trade_id, amount }, { accountId }),
    tick(price, afterMs) {
      clock.advance(afterMs);
      market.publish('BTC', [{ price, publishedAt: clock.now() }]);
    },
    async quiet() {
      for (let rounds = 0; rounds < 4; rounds++) {
        while (stage.ledger.lanes.waiting() > 0) await new Promise((resolve) => setTimeout(resolve, 2));
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    },
  };
}
