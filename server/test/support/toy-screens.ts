// A product of four screens as somebody would add it to the app: its file in wire/, its folder in web/src/, its texts, and its line in
// each list.
import type { Line } from './repository-copy.ts';

/** The product's own files, by their path; its texts beside. */
export const screenFiles: Readonly<Record<string, string>> = {
  'wire/src/pots.ts': `
// Money that is set aside and earns income by a schedule.
import { z } from 'zod';
import { accountId, amountText, defineAction, defineEndpoint, instant, listOf, pageOf, text } from './endpoint.ts';
import { defineEvent, defineMovements } from './product-parts.ts';

export const potMovements = defineMovements({ 'pot-filled': 'entry' });

const pot = z.object({ pot_id: z.string(), amount: z.string(), state: z.enum(['open', 'ended']), filled_at: instant });
export type Pot = z.infer<typeof pot>;
export const potEvent = defineEvent({ action: 'pot', notify: pot });

const own = { who: 'self', selfIds: ['user_id'], refusals: [] } as const;
const onePot = z.strictObject({ user_id: accountId, pot_id: text(1, 40) });

export const queryPots = defineAction({
  ...own,
  name: 'queryPots',
  summary: 'Own pots, the newest first.',
  payload: z.strictObject({ user_id: accountId, ...pageOf }),
  reply: listOf(pot),
});

export const queryPot = defineAction({ ...own, name: 'queryPot', summary: 'One pot.', payload: onePot, reply: pot });

export const queryPotIncome = defineAction({
  ...own,
  name: 'queryPotIncome',
  summary: 'What a pot pays, and when.',
  payload: onePot,
  reply: z.object({
    total: z.string(),
    RESULT_LIST: z.array(z.object({ at: instant, amount: z.string(), is_paid: z.boolean() })),
  }),
});

export const fillPot = defineEndpoint({
  method: 'POST',
  path: '/api/pots/fill',
  summary: 'Sets USDT aside.',
  who: 'self',
  movesMoney: true,
  payload: z.strictObject({ amount: amountText }),
  reply: pot,
  refusals: ['amount-malformed', 'insufficient-balance'],
});
`,
  'web/src/pots/face.ts': `
import type { potMovements } from '@candor/wire';
import { PiggyBank } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type pots from '../text/en/pots.json';

declare module '../text/keys.ts' {
  interface Areas {
    pots: typeof pots;
  }
}

const own = { name: 'menuStaking', needsLogin: true, isFull: true } as const;

export const potsFace = {
  name: 'pots',
  textPart: 'more',
  routes: [
    { ...own, path: '/pots', index: 12, screen: 'pots/pots' },
    { ...own, path: '/fillPot', index: 13, screen: 'pots/fill-pot' },
    { ...own, path: '/pot/:id', index: 13, screen: 'pots/pot' },
    { ...own, path: '/potIncome/:id', index: 14, screen: 'pots/pot-income' },
  ],
  menu: [{ to: '/pots', name: 'menuStaking', icon: PiggyBank, group: 'products' }],
  movements: { 'pot-filled': { name: 'staked', product: 'menuStaking' } } satisfies WordsOf<typeof potMovements>,
} as const satisfies ProductFace;
`,
  'web/src/pots/pot-list.ts': `
import { findAccountCoinByTransaction, queryPots } from '@candor/wire';
import type { Pot } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

export const pots = cachedList<Pot>(queryPots, { idOf: ({ pot_id }) => pot_id });

/** Of every call that fills one. */
export const potChanges = [pots, findAccountCoinByTransaction] as const;
`,
  'web/src/pots/events.ts': `
import { eventRule } from '../data/event-rule.ts';
import { pots } from './pot-list.ts';

export const events = [eventRule('pot', { list: pots })];
`,
  'web/src/pots/pots-screen.tsx': `
import type { Pot } from '@candor/wire';
import { PiggyBank } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { pots } from './pot-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const userId = useUser()?.account_id;
  const list = useList(pots, { user_id: userId ?? '' }, { isEnabled: userId !== undefined });
  return (
    <Page title={t('pots.title')} back="/home">
      <Button to="/fillPot" isWide>
        {t('pots.fill')}
      </Button>
      <PagedList
        list={list}
        empty={<EmptyState icon={PiggyBank} title={t('pots.none')} />}
        render={(shown) => (
          <List label={t('pots.title')}>
            {shown.map((pot) => (
              <PotRow key={pot.pot_id} pot={pot} />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

function PotRow({ pot }: { pot: Pot }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Row
      title={<Money amount={pot.amount} coin="USDT" hasCoin />}
      note={<bdi>{formats.dateTime(pot.filled_at)}</bdi>}
      end={t(\`pots.state_\${pot.state}\`)}
      to={\`/pot/\${pot.pot_id}\`}
    />
  );
}
`,
  'web/src/pots/fill-rules.ts': `
// What is wrong with an amount to set aside. Pure.
import { parseAmount, wad } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';

export interface Filling {
  amount: string;
}

export function faultsOf({ amount }: Filling, available: string | undefined): Faults<Filling> {
  const value = parseAmount(amount);
  if (value === undefined || value <= 0n) return { amount: { code: 'amount-malformed', facts: {} } };
  if (available === undefined || value <= wad(available)) return {};
  return { amount: { code: 'insufficient-balance', facts: { available } } };
}
`,
  'web/src/pots/fill-pot-screen.tsx': `
import { fillPot } from '@candor/wire';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { useAvailable } from '../live/use-available.ts';
import { useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { ReviewStep } from '../ui/review-step.tsx';
import { toast } from '../ui/toast.ts';
import { faultsOf } from './fill-rules.ts';
import { potChanges } from './pot-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const available = useAvailable();
  const form = useDraft({
    first: { amount: '' },
    judge: (fields) => faultsOf(fields, available),
    call: fillPot,
    changes: potChanges,
    payloadOf: ({ amount }) => ({ amount }),
    fieldOf: () => 'amount',
    review: { isOn: true },
    onDone({ pot_id }) {
      toast.success(t('pots.filled'));
      navigate(\`/pot/\${pot_id}\`, { replace: true });
    },
  });
  return (
    <Page title={t('pots.fill')} back="/pots">
      {form.isReviewing ? (
        <ReviewStep form={form} label={t('pots.fill')} confirm={t('pots.confirm')}>
          <Facts>
            <Fact label={t('pots.amount')}>
              <Money amount={form.fields.amount} coin="USDT" hasCoin />
            </Fact>
          </Facts>
        </ReviewStep>
      ) : (
        <Form label={t('pots.fill')} {...form.form}>
          <AmountField label={t('pots.amount')} coin="USDT" max={available} {...form.field('amount')} />
          <Button type="submit" isWide>
            {t('pots.review')}
          </Button>
        </Form>
      )}
    </Page>
  );
}
`,
  'web/src/pots/pot-screen.tsx': `
import { queryPot } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';

export function Screen(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { id = '' } = useParams();
  const read = useRead(queryPot, { user_id: useUser()?.account_id ?? '', pot_id: id });
  return (
    <Page title={t('pots.pot')} back="/pots">
      <Loaded read={read}>
        {({ amount, state, filled_at }) => (
          <Facts>
            <Fact label={t('pots.amount')} note={<bdi>{formats.dateTime(filled_at)}</bdi>}>
              <Money amount={amount} coin="USDT" hasCoin />
            </Fact>
            <Fact label={t('pots.state')}>{t(\`pots.state_\${state}\`)}</Fact>
          </Facts>
        )}
      </Loaded>
      <Button to={\`/potIncome/\${id}\`} look="secondary" isWide>
        {t('pots.income')}
      </Button>
    </Page>
  );
}
`,
  'web/src/pots/pot-income-screen.tsx': `
import { queryPotIncome } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { Schedule } from '../ui/schedule.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const read = useRead(queryPotIncome, { user_id: useUser()?.account_id ?? '', pot_id: id });
  return (
    <Page title={t('pots.income')} back={\`/pot/\${id}\`}>
      <Loaded read={read}>
        {({ total, RESULT_LIST }) => (
          <Schedule
            label={t('pots.income')}
            coin="USDT"
            sum={total}
            rows={RESULT_LIST.map(({ at, amount, is_paid }) => ({
              key: at,
              at,
              amount,
              state: t(is_paid ? 'pots.paid' : 'pots.due'),
            }))}
          />
        )}
      </Loaded>
    </Page>
  );
}
`,
};

/** Of each language, as the build wants them. */
export const screenTexts = {
  title: 'Pots', fill: 'Fill a pot', filled: 'Filled', none: 'No pots yet', amount: 'Amount', review: 'Continue',
  confirm: 'Fill now', pot: 'Pot', state: 'State', state_open: 'Open', state_ended: 'Ended', income: 'Income', paid: 'Paid',
  due: 'Due',
}; // oxfmt-ignore

/** Lines in files that are there: the new one goes before the one that is named. */
export const screenLines: readonly Line[] = [
  { path: 'wire/src/products.ts', before: 'export * as receipts', line: "export * as pots from './pots.ts';" },
  { path: 'wire/src/index.ts', before: "export * from './product-parts.ts'", line: "export * from './pots.ts';" },
  { path: 'web/src/shell/faces.ts', before: 'import { quotationFace }', line: "import { potsFace } from '../pots/face.ts';" },
  { path: 'web/src/shell/faces.ts', before: '  demoFace,', line: '  potsFace,' },
]; // oxfmt-ignore

/** Run in the copy: two of the screens as they are drawn from answers in the cache. */
export const screenTest = `
import { queryPotIncome, queryPots } from '@candor/wire';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { queryClient, readKey } from '../data/use-read.ts';
import { paramsOf, routeOf } from '../shell/routes.ts';
import { createFormats } from '../text/formats.ts';
import { ParamsContext } from '../ui/address.ts';
import { SurroundingsProvider } from '../ui/kit-provider.tsx';
import type { KitProvider } from '../ui/kit-provider.tsx';
import { Screen as Income } from './pot-income-screen.tsx';
import { Screen as Pots } from './pots-screen.tsx';

const kit = { word: (name: string) => name, formats: createFormats('en'), direction: 'ltr' } as unknown as KitProvider;
const drawn = (screen: ReactNode, at: string): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SurroundingsProvider value={kit}>
        <ParamsContext value={paramsOf(routeOf(at)!, at)}>{screen}</ParamsContext>
      </SurroundingsProvider>
    </QueryClientProvider>,
  );
const filled_at = '2026-01-01T00:00:00.000Z';

test('a pot stands in the list with the way to its page', () => {
  const pot = { pot_id: 'p1', amount: '40', state: 'open', filled_at };
  const list = { pages: [{ TOTAL: 1, RESULT_LIST: [pot] }], pageParams: [1] };
  queryClient.setQueryData([...readKey(queryPots, { user_id: '', pagesize: 20 }), 'pages'], list);
  const markup = drawn(<Pots />, '/pots');
  expect(markup).toContain('href="#/pot/p1"');
  expect(markup).toContain('40');
});

test('the schedule has its rows and their sum', () => {
  const answer = { total: '3', RESULT_LIST: [{ at: filled_at, amount: '1', is_paid: true }, { at: '2026-02-01T00:00:00.000Z', amount: '2', is_paid: false }] };
  queryClient.setQueryData(readKey(queryPotIncome, { user_id: '', pot_id: 'p1' }), answer);
  expect(drawn(<Income />, '/potIncome/p1').match(/<tr[ >]/g)).toHaveLength(4);
});
`;
