// A list of the page that goes on: its newest rows come with the customer, older ones when somebody asks for them.
import { getCustomerMore } from '@candor/wire';
import type { CustomerList, getCustomer } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';

type Customer = DataOf<typeof getCustomer>;
type RowsOf<List extends CustomerList> = Customer[List];

/** `more` stands below the rows; nothing once all of them are there. */
export function useOlder<List extends CustomerList>(
  customer: Customer,
  { list, label }: { list: List; label: TextKey },
): { rows: RowsOf<List>; more: ReactNode } {
  const t = useT();
  const { send, isSending } = useSend(getCustomerMore);
  const newest = {
    of: customer.account_id,
    after: customer.next[list],
    older: [] as unknown as RowsOf<List>,
    next: customer.next[list],
  };
  const [known, setKnown] = useState(newest);
  // Where the newest rows end elsewhere than before, older ones would not follow on them.
  const isNext = known.of === newest.of && known.after === newest.after;
  const { older, next } = isNext ? known : newest;
  const rows = [...customer[list], ...older] as RowsOf<List>;
  async function readOn(after: string): Promise<void> {
    const outcome = await send({ account_id: customer.account_id, list, after });
    if (!outcome?.ok) return;
    const further = [...older, ...(outcome.data[list] ?? [])] as RowsOf<List>;
    setKnown({ of: newest.of, after: newest.after, older: further, next: outcome.data.next });
  }
  const name = t('customers.older');
  const more = next !== undefined && (
    <Button
      look="secondary"
      isSmall
      isBusy={isSending}
      label={`${name}: ${t(label)}`}
      onPress={() => void readOn(next)}
    >
      {name}
    </Button>
  );
  return { rows, more };
}
