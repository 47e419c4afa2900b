// A product as somebody would add it: a migration, a file in wire/, a folder in server/src/, a line in each list, and its words.
import type { Line } from './repository-copy.ts';

/** New files, by their path. */
export const toyFiles: Readonly<Record<string, string>> = {
  'server/migrations/9000_toy.sql': `
create table toy_savings (
  account_id uuid not null,
  saving_id uuid not null,
  book ledger_book not null,
  amount numeric(38, 18) not null check (amount > 0),
  saved_at timestamptz not null default now(),
  primary key (account_id, saving_id)
);
grant select, insert on toy_savings to candor_app;
create function ended_order_digest(ended toy_savings) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(to_jsonb(ended)::text, 'UTF8'))
  $$;
insert into ended_order_kinds values ('entry', 'toy_savings', 'saving_id', 'saved_at');
`,
  'wire/src/toy-refusals.ts': `
import type { RefusalKind } from './refusal-kind.ts';

export const toyRefusals = {
  'toy-full': { http: 409, text: 'Nobody puts aside more at once than facts name.' },
} as const satisfies Record<string, RefusalKind>;
`,
  'wire/src/toy.ts': `
import { z } from 'zod';
import { amountText, defineEndpoint } from './endpoint.ts';
import { defineMovements } from './product-parts.ts';

export const toyMovements = defineMovements({ 'toy-saved': 'entry' });

export const saveInToy = defineEndpoint({
  method: 'POST',
  path: '/api/toy/save',
  summary: 'Puts USDT aside for ever.',
  who: 'self',
  movesMoney: true,
  payload: z.strictObject({ amount: amountText }),
  reply: z.object({ saved: z.string() }),
  refusals: ['amount-malformed', 'insufficient-balance', 'toy-full'],
});
`,
  'server/src/toy/toy.ts': `
import { formatAmount, parseAmount, saveInToy, toyMovements, wad, type Uuid, type Wad } from '@candor/wire';
import { amount, oneOfEnum, uuid } from '../kit/columns.ts';
import { bindSelf, type Book } from '../kit/feature.ts';
import { play } from '../kit/play.ts';
import { product } from '../kit/product.ts';
import { Refusal, refuse } from '../kit/refuse.ts';
import { sql } from '../kit/sql.ts';
import { appendOnlyTable } from '../kit/table.ts';
import { insertRow, type Command } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';

const savings = appendOnlyTable('toy_savings', {
  key: { accountId: uuid, savingId: uuid },
  fixed: { book: oneOfEnum<Book>('ledger_book'), amount },
});

const most = wad('10000');

const save: Command<{ accountId: Uuid; book: Book; amount: Wad }, { saved: string }> = {
  name: 'save-in-toy',
  refusals: ['insufficient-balance', 'toy-full'],
  coins: () => ['USDT'],
  house: [],
  decide({ accountId, book, amount }, state) {
    if (amount > most) return new Refusal('toy-full', { max: formatAmount(most) });
    const { available } = state.balance('USDT');
    if (available < amount) return new Refusal('insufficient-balance', { available: formatAmount(available) });
    const savingId = state.newId();
    return {
      objectId: savingId,
      moves: [{ kind: 'toy-saved', coin: 'USDT', from: 'available', to: 'staked', amount }],
      writes: [insertRow(savings, { accountId, savingId, book, amount })],
      reply: { saved: formatAmount(amount) },
    };
  },
};

export const toy = product({
  name: 'toy',
  calls: [{ title: 'Toy', text: 'Money that is put aside.', self: [saveInToy] }],
  commands: [save],
  tables: [savings],
  orders: [
    {
      kind: 'entry',
      table: 'toy_savings',
      id: 'saving_id',
      endedAt: 'saved_at',
      shown: {
        coin: "'USDT'",
        side: "'saved'",
        amount: 'amount',
        amountCoin: "'USDT'",
        state: "'saved'",
        paid: 'null::numeric',
        paidCoin: "'USDT'",
        receivedAt: 'saved_at',
      },
    },
  ],
  plays: [play(saveInToy, [save], ({ random }) => ({ amount: String(1 + random(5)) }))],
  movements: toyMovements,
  claims: { customers: { staked: sql\`select account_id, 'USDT' as coin, book, amount from toy_savings\` } },
  invariants: [
    {
      name: 'every saving is in the journal once',
      sql: sql\`select count(*) as checked, count(*) filter (where (select count(*) from ledger_moves m
                 where m.account_id = s.account_id and m.object_id = s.saving_id and m.amount = s.amount) <> 1) as broken
               from toy_savings s\`,
    },
  ],
  web: ({ lanes }: { lanes: Lanes }) => ({
    calls: [
      bindSelf(saveInToy, (payload, { session: { accountId, book }, receivedAt, idempotency }) => {
        const amount = parseAmount(payload.amount) ?? refuse('amount-malformed', { field: 'amount' });
        const input = { accountId, book, amount };
        return lanes.submit({ command: save, accountId, book, input, idempotency, receivedAt });
      }),
    ],
  }),
});
`,
};

/** Lines in files that are there: the new one goes before the one that is named. */
export const toyLines: readonly Line[] = [
  { path: 'wire/src/products.ts', before: 'export * as receipts', line: "export * as toy from './toy.ts';" },
  {
    path: 'wire/src/refusals.ts',
    before: 'import { swapRefusals }',
    line: "import { toyRefusals } from './toy-refusals.ts';",
  },
  { path: 'wire/src/refusals.ts', before: '  ...alertsRefusals', line: '  ...toyRefusals,' },
  { path: 'wire/src/index.ts', before: "export * from './calls.ts'", line: "export * from './toy.ts';" },
  { path: 'wire/src/order-names.ts', before: "'option', 'contract'", line: "'entry'," },
  {
    path: 'server/src/products.ts',
    before: "import { proof } from './proof/proof.ts'",
    line: "import { toy } from './toy/toy.ts';",
  },
  { path: 'server/src/products.ts', before: '  demo,', line: '  toy,' },
];

/** What customers read where it says no. */
export const toyRefusalWords: Line = {
  path: 'web/src/text/en/refusals.json',
  before: '  "malformed"',
  line: '  "toy-full": "You can put aside {max} USDT at once.",',
};

/** Its face in the app: what its movement is called, in its own folder and a line of the list. */
export const toyFace: Readonly<Record<string, string>> = {
  'web/src/toy/face.ts': `
import type { toyMovements } from '@candor/wire';
import type { ProductFace, WordsOf } from '../session/product-face.ts';

export const toyFace = {
  name: 'toy',
  movements: { 'toy-saved': { name: 'staked' } } satisfies WordsOf<typeof toyMovements>,
} as const satisfies ProductFace;
`,
};
export const toyFaceLines: typeof toyLines = [
  {
    path: 'web/src/shell/faces.ts',
    before: 'import { treatyFace }',
    line: "import { toyFace } from '../toy/face.ts';",
  },
  { path: 'web/src/shell/faces.ts', before: '  demoFace,', line: '  toyFace,' },
];

/** Run in the copy: plays the product on a real server and database, and prints what came of it. */
export const playToy = `
import { findAccountCoinByTransaction, parseWireId, queryBills, saveInToy } from '@candor/wire';
import { checkInvariants } from './server/src/ledger/check-invariants.ts';
import { readOrders } from './server/src/customers/store.ts';
import { invariants, orderKinds } from './server/src/products.ts';
import { takeEndedOrders } from './server/src/public-log/take-ended-orders.ts';
import { got, openRunningApp, refusalOf } from './server/test/support/running-app.ts';

const app = await openRunningApp();
const { client, user } = await app.person('100');
const who = { user_id: user.account_id };
const key = { idempotencyKey: '00000000-0000-4000-8000-000000000001' };
const saved = got(await client.call(saveInToy, { amount: '40' }, key));
const again = got(await client.call(saveInToy, { amount: '40' }, key));
const refused = refusalOf(await client.call(saveInToy, { amount: '1000' }));
const tooMuch = refusalOf(await client.call(saveInToy, { amount: '10001' }));
const { RESULT_LIST: balances } = got(await client.call(findAccountCoinByTransaction, who));
const { RESULT_LIST: bills } = got(await client.call(queryBills, who));
const docs = await (await fetch(app.url + '/docs/openapi.json')).text();
const [seen] = await readOrders(app.pool, orderKinds, parseWireId('account', user.account_id));
await takeEndedOrders(app.pool);
const { rows: ended } = await app.pool.query("select kind from ended_orders");
await app.audit();
const reports = await checkInvariants(app.pool, invariants);
const checked = reports.filter(({ name }) => name.includes('saving') || name.startsWith('staked'));
await app.close();
process.stdout.write(
  'TOY ' + JSON.stringify({
    saved, again, refused, tooMuch, staked: balances[0].staked, ended, seen: [seen.kind, seen.state, String(seen.amount / 10n ** 18n)], bill: bills[0].kind, object: bills[0].object_id.slice(0, 4),
    isDocumented: docs.includes('/api/toy/save') && docs.includes('toy-full'), checked,
  }) + '\\n',
);
process.exit(0);
`;

/** Run in the copy: what is said of a face that leaves something out. */
export const leaveOut = `
import { findFaults } from './server/src/kit/check-faces.ts';
import { products } from './server/src/products.ts';

const faultsOf = (change) => findFaults(products.map((face) => (face.name === 'toy' ? { ...face, ...change } : face)));
const [section] = products.find(({ name }) => name === 'toy').calls;
const [command] = products.find(({ name }) => name === 'toy').commands;
process.stdout.write(
  'FAULTS ' + JSON.stringify({
    nothing: faultsOf({}),
    matrixRow: faultsOf({ calls: [{ ...section, self: [] }], commands: [] }),
    movements: faultsOf({ movements: { objectOfMovement: {} } }),
    invariants: faultsOf({ invariants: [] }),
    orders: faultsOf({ receipts: ['option'], orders: [] }),
    refusals: faultsOf({ commands: [Object.assign(command, { refusals: ['market-halted'] })] }),
    plays: faultsOf({ commands: [Object.assign(command, { refusals: [] })], plays: [] }),
  }) + '\\n',
);
`;
