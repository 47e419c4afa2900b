// The ledger: balances of customers and of the house, and every movement between them.
import { balanceEvent, findAccountCoinByTransaction, houseMoneyIn, houseMoneyOut, queryBills } from '@candor/wire';
import { playedByItself } from '../kit/play.ts';
import { product, type Ways } from '../kit/product.ts';
import { accountPromises } from './account-promises.ts';
import { fundedBuckets } from './buckets.ts';
import { capitalInvariants } from './capital-invariants.ts';
import { ledgerInvariants } from './check-invariants.ts';
import { dueInvariants, houseDues } from './dues.ts';
import { dueWork } from './due-work.ts';
import { fundBankroll, takeFromBankroll } from './fund-house.ts';
import { houseActs } from './house-acts.ts';
import { ledgerEngine } from './ledger-engine.ts';
import { ledgerWeb } from './ledger-web.ts';

/** The owner's money in and out, and what one slice of the house gives another. */
const ways: Ways<'capital-paid-in' | 'capital-paid-out' | 'house-gathered'> = {
  'capital-paid-in': fundedBuckets.map((bucket) => ['capital', bucket]),
  'capital-paid-out': fundedBuckets.map((bucket) => [bucket, 'capital']),
  'house-gathered': ([...fundedBuckets, 'shop'] as const).map((bucket) => [bucket, bucket]),
};

export const ledger = product({
  name: 'ledger',
  calls: [
    {
      title: 'Balances',
      text: "One's own balances and the journal lines that they come from.",
      self: [findAccountCoinByTransaction, queryBills],
    },
  ],
  acts: [houseMoneyIn, houseMoneyOut],
  commands: [fundBankroll, takeFromBankroll],
  plays: [playedByItself([fundBankroll, takeFromBankroll])],
  tables: [houseDues, dueWork, accountPromises],
  ways,
  events: [balanceEvent],
  unnoticed: { balance: 'What moved the money is told, with the amount.' },
  invariants: [...ledgerInvariants, ...dueInvariants, ...capitalInvariants],
  // What tells that all was told comes last on each way.
  bridged: {
    fromWeb: ['ledger.unheard', 'ledger.told'],
    fromEngine: ['ledger.balance', 'ledger.taken-back', 'ledger.told'],
    betweenWebs: ['ledger.balance'],
  },
  web: (parts: Parameters<typeof ledgerWeb>[0] & Parameters<typeof houseActs>[0]) => ({
    ...ledgerWeb(parts),
    acts: houseActs(parts),
  }),
  engine: ledgerEngine,
});
