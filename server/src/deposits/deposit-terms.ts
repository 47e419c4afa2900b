// Setting: the sum per coin and day that is credited on the word of one node.
import type { AssetCode } from '@candor/wire';
import { amount, columns, integer, text } from '../kit/columns.ts';
import { defineSettings } from '../kit/settings.ts';

/** Read by the database alone (`deposits_left_to_one_node`), so no process keeps it in memory. */
export const depositTerms = defineSettings({
  name: 'deposit-terms',
  table: 'deposit_terms',
  idColumn: 'asset',
  columns: columns({ asset: text<AssetCode>(), version: integer, oneNodeMax: amount }),
  order: 'asset, version',
  fields: [{ name: 'one_node_max', form: 'amount', favours: 'more', min: '0', max: '10000000' }],
});
