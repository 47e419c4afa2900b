// Closes connections of a pool that are of no more use. After a fail-over, older connections may lead to a server that accepts no writes,
// and the pool would keep using them. As soon as one connection reports this, all connections of the pool are closed.
import type pg from 'pg';
import { ConnectionLost, isReadOnly, spendsConnection } from './faults.ts';

export function dropSpent(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const lent = new Set<pg.PoolClient>();
  const spent = new WeakSet<pg.PoolClient>();

  function dropAll(): void {
    for (const client of lent) spent.add(client);
    // The pool removes an idle client that emits an error.
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
  // Runs before the pool takes the client back; the pool does not keep clients that are ending.
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
