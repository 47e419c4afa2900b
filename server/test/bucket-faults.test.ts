// The whole server with a bucket that answers late, wrongly, twice or partly, or loses objects: an uploaded photo is shown complete or not at all,
// never another photo in its place. Once the bucket works again, exactly the uploaded photos are there.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseWireId, photoPath } from '@candor/wire';
import { identityCases } from './support/identity-cases.ts';
import { jpegPhoto } from './support/picture-files.ts';
import { longRun } from './support/long-run.ts';
import { openBucketDouble, type BucketStep } from './support/neighbours/bucket-double.ts';
import { faults, type Fault } from './support/neighbours/neighbour.ts';
import { randomIntOf, testSeed } from './support/seed.ts';
import { openRunningApp, setTradePassword, type Person, type RunningApp } from './support/running-app.ts';

const randomInt = randomIntOf(testSeed);
const password = '291847';
const small = { width: 300, height: 220 };

test(
  'photos through the whole server, with each fault of the bucket at each step',
  longRun('waits as long as a bucket may be silent'),
  async (context) => {
    const directory = mkdtempSync(join(tmpdir(), 'candor-bucket-faults-'));
    const doubles = {
      cut: await openBucketDouble({ partIs: 'cut', words: 'slow-down' }),
      short: await openBucketDouble({ partIs: 'short', words: 'error-200' }),
    };
    const double = randomInt(2) === 0 ? doubles.cut : doubles.short;
    const settings = {
      DATA_DIRECTORY: directory,
      PICTURES_S3_URL: double.options.url,
      PICTURES_S3_REGION: double.options.region,
      PICTURES_S3_KEY_ID: double.options.keyId,
      PICTURES_S3_SECRET: double.options.secret,
    };
    const app: RunningApp = await openRunningApp({ liveCoins: [], settings });
    context.after(async () => {
      await app.close();
      await Promise.all(Object.values(doubles).map((each) => each.close()));
      rmSync(directory, { recursive: true, force: true });
    });
    const { send } = identityCases(() => app);
    const people: { person: Person; kept: Map<string, string | undefined> }[] = [];
    for (let count = 0; count < 8; count++) {
      const person = await app.person();
      await setTradePassword(person, password);
      people.push({ person, kept: new Map<string, string | undefined>() });
    }
    const look = async (
      { person }: (typeof people)[number],
      path: string,
    ): Promise<{ status: number; body: string }> => {
      const headers = { cookie: person.client.cookies(), 'content-type': 'application/json' };
      const body = JSON.stringify({ path, user_paypass: password });
      const response = await fetch(`${app.url}/api/photo/view`, { method: 'POST', body, headers });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()).toString('latin1') };
    };

    let seed = 1;
    const errands: [BucketStep, Fault][] = (['PUT', 'GET', 'DELETE', 'list'] as const).flatMap((step) =>
      faults.map((fault) => [step, fault] as [BucketStep, Fault]),
    );
    const outcomes = new Set<string>();
    for (const [step, fault] of errands.toSorted(() => randomInt(3) - 1)) {
      if (!double.faultsAt(step).includes(fault)) continue;
      const one = people[randomInt(people.length)]!;
      const times = randomInt(1, 4);
      double.turn(fault, step, { times });
      const sent = await send(one.person, await jpegPhoto({ ...small, seed: seed++ }));
      if (sent.data) one.kept.set(sent.data.path, undefined);
      else outcomes.add(`upload: ${sent.status} ${sent.code ?? ''}`);
      // Removes cached pictures, so that the server reads the bucket again.
      await app.runJob('prune-pictures');
      double.mend();
      double.turn(fault, step, { times });
      for (const [path, known] of one.kept) {
        const { status, body } = await look(one, path);
        if (status !== 200) outcomes.add(`look: ${status} ${body.slice(0, 60)}`);
        // The picture carries the date as a watermark, so its bytes are the same all day.
        else if (known !== undefined) assert.equal(body, known, `another picture is shown after ${fault} at ${step}`);
        else one.kept.set(path, body);
      }
      double.mend();
    }
    assert.ok(double.faultsGiven() > 10);
    // Every error allows the app to send its request again.
    for (const outcome of outcomes)
      assert.match(outcome, /^upload: \d+ (?:upload-failed|upload-limit)$|^look: \d+ .*(?:busy|not-found)/);

    const ids: string[] = [];
    for (const one of people) {
      for (const [path, known] of one.kept) {
        const { status, body } = await look(one, path);
        assert.deepEqual([status, known === undefined || body === known], [200, true], `${path} is lost`);
        ids.push(parseWireId('picture', path.slice(photoPath('').length))!);
      }
    }
    await app.runJob('check-pictures');
    await app.runJob('prune-pictures');
    const names = [...double.objects.keys()].map((path) => path.split('/').at(-1)!);
    assert.ok(ids.every((id) => names.includes(id)) && names.includes('owner'));
    await app.audit();
  },
);
