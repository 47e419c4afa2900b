// Customers as operators look at them; each look is a row of the audit log.
import {
  exportCustomers,
  getCustomer,
  getCustomerMore,
  getCustomerReceipt,
  listCustomers,
  noteCustomer,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { customerCalls, type CustomerParts } from './customer-calls.ts';

export const customers = product({
  name: 'customers',
  consoleCalls: [
    {
      title: 'Customers',
      text: 'Who they are, what they have and did. Every look stands in the audit log.',
      operator: [listCustomers, exportCustomers, getCustomer, getCustomerMore, getCustomerReceipt, noteCustomer],
    },
  ],
  web: (parts: CustomerParts) => ({ calls: customerCalls(parts) }),
});
