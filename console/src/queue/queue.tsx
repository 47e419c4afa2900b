// A queue or a list of the console: from its calls and columns follow the page with paging, sorting, filters in the address, choice of
// columns, the table to download, keys, and the page of one case. One file an area: `export const place = queue({ … })`.
import { operatorRoles, rolesFor, type Endpoint } from '@candor/wire';
import type { Place } from './place.ts';
import { QueueCase } from './queue-case.tsx';
import { QueueList } from './queue-list.tsx';
import type { AnyQueue, QueueOptions } from './queue-options.ts';

export function queue<List extends Endpoint>(options: QueueOptions<List>): Place {
  const any = options as unknown as AnyQueue;
  const { name, list, Case, more = [] } = any;
  const readers = rolesFor(list);
  return {
    // Who may read its list has it.
    ...(readers.length < operatorRoles.length && { roles: readers }),
    ...options,
    screens: [
      { path: `/${name}`, Screen: () => <QueueList queue={any} /> },
      ...more,
      ...(Case ? [{ path: `/${name}/:id`, Screen: () => <QueueCase queue={any} /> }] : []),
    ],
  };
}
