// What is believed by the word of one node alone, of each coin.
import type { AssetCode } from '@candor/wire';
import { amount, columns, integer, text } from '../kit/columns.ts';
import { defineSettings } from '../kit/settings.ts';

/** The database goes by it (`deposits_left_to_one_node`), so no process has it in memory. */
export const depositTerms = defineSettings({
  name: 'deposit-terms',
  table: 'deposit_terms',
  idColumn: 'asset',
  columns: columns({ asset: text<AssetCode>(), version: integer, oneNodeMax: amount }),
  order: 'asset, version',
  fields: [{ name: 'one_node_max', form: 'amount', favours: 'more', min: '0', max: '10000000' }],
});
