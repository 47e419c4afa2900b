// Every screen by its path, for the tests that look at all of them.

export const mainForGuests = ['/home', '/login', '/register'];
export const mainForCustomers = ['/home', '/contracts', '/asset', '/personal', '/quotation'];

export const otherForGuests = ['/quotation', '/personal', '/exchange/btcusdt', '/language', '/demo', '/help'];
export const otherForCustomers = ['/orders', '/bills', '/loginpassword', '/transactionpassword', '/sessions',
  '/appearance', '/demo', '/recharge']; // prettier-ignore
