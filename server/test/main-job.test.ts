// The main job through the front door: register, test money, an option on a running market, its end, its receipt.
import { after, before, test } from 'node:test';
import { playMainJob } from './support/main-job.ts';
import { liveMarket, openRunningApp } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  app = await openRunningApp({ settings: liveMarket });
});
after(() => app.close());

test('from sign-up to settled options whose receipts verify', { timeout: 240_000 }, async () => {
  const { user, client } = await app.person('1000');
  await playMainJob({ user, clients: [{ url: app.url, client }] });
  await app.audit();
});
