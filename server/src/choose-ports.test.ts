import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { after, test } from 'node:test';
import { choosePorts, type DoorWanted } from './choose-ports.ts';
import { StartProblem } from './kit/start-problem.ts';

const host = '127.0.0.1';
const open: Server[] = [];
after(() => Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve)))));

async function occupy(port = 0): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  open.push(server);
  return (server.address() as AddressInfo).port;
}
const door = (setting: DoorWanted['setting'], port: number, isGiven = false) => ({ setting, port, isGiven });

test('ports that are free are taken as they are, and any where zero is asked for', async () => {
  const free = await occupy();
  await new Promise((resolve) => open.pop()!.close(resolve));
  assert.deepEqual(await choosePorts(host, [door('PORT', free, true)]), [free]);
  assert.deepEqual(await choosePorts(host, [door('PORT', 0), door('CONSOLE_PORT', 0)]), [0, 0]);
});

test('where none was named the next two that are free are taken, beside each other', async () => {
  const taken = await occupy();
  const [port, consolePort] = await choosePorts(host, [door('PORT', taken), door('CONSOLE_PORT', taken + 1)]);
  assert.ok(port! > taken && (port! - taken) % 2 === 0);
  assert.equal(consolePort, port! + 1);
});

test('a port that was named and is in use is said, with what sets it; so is an address that is not this machine’s', async () => {
  const taken = await occupy();
  const refused = (wanted: Parameters<typeof choosePorts>[1], words: RegExp, at = host) =>
    assert.rejects(
      choosePorts(at, wanted, { pauseMs: 1 }),
      (error) => error instanceof StartProblem && words.test(error.message),
    );
  await refused([door('CONSOLE_PORT', taken, true)], new RegExp(`^Port ${taken} is in use.*set CONSOLE_PORT`));
  await refused([{ ...door('METRICS_PORT', taken, true), host }], new RegExp(`^Port ${taken} is in use.*set METRICS_PORT`), '127.0.0.2'); // oxfmt-ignore
  await refused([door('PORT', 0), { ...door('METRICS_PORT', 1_024, true), host: '192.0.2.1' }], /^METRICS_HOST=192\.0\.2\.1 is no address/); // oxfmt-ignore
  await refused([door('PORT', taken, true), door('CONSOLE_PORT', taken, true)], new RegExp(`^PORT and CONSOLE_PORT are both ${taken}`)); // oxfmt-ignore
  await refused([door('PORT', 1_024)], /^HOST=192\.0\.2\.1 is no address of this machine/, '192.0.2.1');
});

test('behind the last port of all, those before it are tried', async () => {
  for (const last of [65_534, 65_535]) {
    const ports = await choosePorts(host, [{ ...door('PORT', last, true), host: '127.0.0.2' }, door('CONSOLE_PORT', last)]); // oxfmt-ignore
    assert.deepEqual(ports, [last, last]);
    const [, second] = await choosePorts(host, [door('PORT', last, true), door('CONSOLE_PORT', last)]);
    assert.ok(second! < last && second! > last - 100, String(second));
  }
});
