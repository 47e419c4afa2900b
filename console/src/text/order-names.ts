import type { OrderName } from '@candor/wire';
import type { TextKey } from './keys.ts';

export const orderTexts: Readonly<Record<OrderName, TextKey>> = {
  option: 'customers.option',
  contract: 'customers.contract',
  swap: 'customers.swap',
  pledge: 'customers.pledge',
  loan: 'customers.loan',
  withdrawal: 'customers.withdrawal',
  purchase: 'customers.purchase',
  ticket: 'customers.ticket',
};
