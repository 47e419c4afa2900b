// Connections of a pool that will not serve again are closed. After a fail-over those that were opened before may reach a server that
// takes no writes, and would be lent out for as long as they live: one that says so speaks for all of its pool.
import type pg from 'pg';
import { ConnectionLost, isReadOnly, spendsConnection } from './faults.ts';

export function dropSpent(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const lent = new Set<pg.PoolClient>();
  const spent = new WeakSet<pg.PoolClient>();

  function dropAll(): void {
    for (const client of lent) spent.add(client);
    // The pool removes a client that fails while it is idle.
    for (const client of idle) client.emit('error', new ConnectionLost('its server takes no writes'));
  }

  pool.on('connect', (client) => {
    client.connection.on('errorMessage', (error: unknown) => {
      if (spendsConnection(error)) spent.add(client);
      if (isReadOnly(error)) dropAll();
    });
  });
  pool.on('acquire', (client) => {
    idle.delete(client);
    lent.add(client);
  });
  // Before the pool takes it back, which leaves out those that are ending.
  pool.on('release', (_error, client) => {
    lent.delete(client);
    if (spent.has(client)) client.end().catch(() => undefined);
    else idle.add(client);
  });
  pool.on('remove', (client) => {
    idle.delete(client);
    lent.delete(client);
  });
}
