// Customers: found by what is known of them, and one page for each.
import {
  exportCustomers,
  freezeAccount,
  idPrefixes,
  listCustomers,
  mayPropose,
  needsSearch,
  parseWireId,
  plainPhone,
  releaseAccount,
} from '@candor/wire';
import type { CustomerMessage, IdKind } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { Users } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { call } from '../session/session.ts';
import type customers from '../text/en/customers.json';
import { useT } from '../text/texts.ts';
import { CustomerCase } from './customer-case.tsx';
import { ReleasePanel, FreezePanel } from './freeze-panels.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    customers: typeof customers;
  }
}

export const place = queue<typeof listCustomers>({
  name: 'customers',
  title: 'customers.title',
  icon: Users,
  index: 30,
  list: listCustomers,
  table: exportCustomers,
  // Each answer is a look at personal data: none is asked for again by itself.
  isStill: true,
  search: { filter: 'find', isNeeded: needsSearch, title: 'customers.searchFirst' },
  idOf: ({ account_id: id }) => id,
  filters: [
    { name: 'find', label: 'customers.find' },
    {
      name: 'state',
      label: 'customers.state',
      options: [
        { value: 'open', label: 'customers.open' },
        { value: 'frozen', label: 'customers.frozen' },
      ],
    },
    {
      name: 'identity',
      label: 'customers.identity',
      options: [
        { value: 'verified', label: 'customers.verified' },
        { value: 'unverified', label: 'customers.unverified' },
      ],
    },
    {
      name: 'type',
      label: 'customers.type',
      options: [
        { value: '1', label: 'customers.real' },
        { value: '0', label: 'customers.experience' },
      ],
    },
  ],
  columns: [
    { key: 'number', label: 'customers.number', sort: 'number', cell: (item) => <NumberLink item={item} /> },
    { key: 'email', label: 'customers.email', cell: ({ email }) => email ?? '' },
    { key: 'phone', label: 'customers.phone', cell: ({ phone }) => phone ?? '' },
    { key: 'state', label: 'customers.state', cell: (item) => <CustomerBadges customer={item} /> },
    { key: 'language', label: 'customers.language', isExtra: true, cell: ({ language }) => language },
    { key: 'since', label: 'customers.since', sort: 'created_at', cell: (item) => <Ago at={item.created_at} /> },
  ],
  Case: CustomerCase,
  actions: [
    { key: 'f', label: 'customers.freeze', look: 'danger', isOffered: (item, me) => !item.is_frozen && mayPropose(freezeAccount, me), Panel: FreezePanel }, // oxfmt-ignore
    { key: 'u', label: 'customers.release', isOffered: (item, me) => item.is_frozen && mayPropose(releaseAccount, me), Panel: ReleasePanel }, // oxfmt-ignore
  ],
  // Only what names one person: letters that somebody types on the way are no look at customers.
  async find(typed) {
    const isEmail = /@.+\../.test(typed.normalize('NFKC'));
    const isPhone = /^\+?\d{8,}$/.test(plainPhone(typed, ''));
    if (!isEmail && !isPhone && !namesOne(typed)) return [];
    const outcome = await call(listCustomers, { find: typed, pagesize: 5 });
    if (!outcome.ok) return [];
    return outcome.data.RESULT_LIST.map(({ account_id: id, number, email, phone }) => ({
      label: number,
      note: email ?? phone ?? '',
      to: `/customers/${id}`,
    }));
  },
});

/** An account, or an order of any product. */
const namesOne = (typed: string): boolean =>
  (Object.keys(idPrefixes) as IdKind[]).some((kind) => !notCustomers.includes(kind) && parseWireId(kind, typed) !== undefined); // oxfmt-ignore
const notCustomers: readonly IdKind[] = [
  'proposal',
  'operator',
  'session',
  'picture',
  'identityCase',
  'passkey',
  'supportTicket',
  'supportMessage',
];

function NumberLink({ item }: { item: CustomerMessage }) {
  return (
    <TextLink to={`/customers/${item.account_id}`} size="small" isInline>
      {item.number}
    </TextLink>
  );
}

function CustomerBadges({ customer }: { customer: CustomerMessage }) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap gap-1">
      {customer.is_frozen && <Badge tone="danger">{t('customers.frozen')}</Badge>}
      {customer.verified_by !== null && <Badge tone="good">{t('customers.verified')}</Badge>}
      {customer.type === '0' && <Badge>{t('customers.experience')}</Badge>}
    </span>
  );
}
