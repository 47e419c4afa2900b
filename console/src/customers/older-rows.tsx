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
  const newest = { of: customer, rows: customer[list], next: customer.next[list] };
  const [known, setKnown] = useState<{ of: Customer; rows: RowsOf<List>; next: string | undefined }>(newest);
  // Read anew the newest rows end elsewhere, and older ones would not follow on them.
  const { rows, next } = known.of === customer ? known : newest;
  async function readOn(after: string): Promise<void> {
    const outcome = await send({ account_id: customer.account_id, list, after });
    if (!outcome?.ok) return;
    const older = [...rows, ...(outcome.data[list] ?? [])] as RowsOf<List>;
    setKnown({ of: customer, rows: older, next: outcome.data.next });
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
