import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementFaults } from './statement-faults.ts';

const log = `00000 | LOG:  database system is ready to accept connections
42702 candor| ERROR:  column reference "good_id" is ambiguous at character 8
42702 candor| STATEMENT:  select good_id
\tfrom shop_goods cross join shop_periods
42702 candor| ERROR:  column reference "good_id" is ambiguous at character 8
42702 candor| STATEMENT:  select good_id
\tfrom shop_goods cross join shop_periods
42P01 [unknown]| ERROR:  relation "attack" does not exist at character 15
42P01 [unknown]| STATEMENT:  select * from attack
42501 candor| ERROR:  an entry is set once
42501 candor| CONTEXT:  PL/pgSQL function option_orders_keep() line 9 at RAISE
42501 candor| STATEMENT:  update option_orders set entry_price = 1
23505 candor| ERROR:  duplicate key value violates unique constraint "keys"
23505 candor| STATEMENT:  insert into keys values (1)
`;

test('a statement that is wrong is told once, with its error; what guards refuse, and what tests ask for, is not', () => {
  const statement = 'select good_id\n\tfrom shop_goods cross join shop_periods';
  assert.deepEqual(statementFaults(log), [
    `42702 column reference "good_id" is ambiguous at character 8\n${statement}`,
  ]);
});
