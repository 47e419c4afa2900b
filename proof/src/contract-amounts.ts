// Every amount in a contract's receipt, by its path.
import type { ContractReceipt } from '@candor/wire';
import type { Amounts } from './receipt-form.ts';

export const contractAmounts = ({ order, terms, entry, exit, changes, ...rest }: ContractReceipt): Amounts => [
  ['order.sheet_size', order.sheet_size],
  ['order.trade_price', order.trade_price],
  ['order.usd_num', order.usd_num],
  ['order.fee', order.fee],
  ['terms.fee_rate', terms.fee_rate],
  ['terms.maintenance_rate', terms.maintenance_rate],
  ['terms.slippage_max', terms.slippage_max],
  ['entry.price', entry?.price],
  ['exit.price', exit?.price],
  ['liquidation_price', rest.liquidation_price],
  ['margin', rest.margin],
  ['pnl', rest.pnl, 'may be below zero'],
  ['paid', rest.paid],
  ...(rest.version === 2 ? afterFee(rest) : []),
  ...(rest.late_payments ?? []).map(({ amount }, place): Amounts[number] => [`late_payments.${place}.amount`, amount]),
  ...changes.flatMap((change, place) => changeAmounts(change, `changes.${place}`)),
];

const afterFee = ({ fee, net }: { fee: string; net: string }, path = ''): Amounts => [
  [`${path}fee`, fee],
  [`${path}net`, net, 'may be below zero'],
];

function changeAmounts(change: ContractReceipt['changes'][number], path: string): Amounts {
  switch (change.kind) {
    case 'stops':
      return [
        [`${path}.take_profit`, change.take_profit],
        [`${path}.stop_loss`, change.stop_loss],
      ];
    case 'margin':
      return [[`${path}.amount`, change.amount]];
    case 'close':
      return [];
    case 'part':
      return [
        [`${path}.tick.price`, change.tick.price],
        [`${path}.margin`, change.margin],
        [`${path}.pnl`, change.pnl, 'may be below zero'],
        [`${path}.paid`, change.paid],
        ...('net' in change ? afterFee(change, `${path}.`) : []),
      ];
  }
}
