// Documents handed in and reviewed, for tests: pictures are sent as a browser does.
import assert from 'node:assert/strict';
import { listIdentityCases, tryRole, type ConsoleClient, type DocumentFields } from '@candor/wire';
import { jpegPhoto } from './picture-files.ts';
import { consoleClient } from './operators.ts';
import { got, type Person, type RunningApp } from './running-app.ts';

interface Uploaded {
  status: number;
  code?: string;
  data?: { path: string };
}

/** Hardly more than what is taken: each is drawn anew by the server. */
export const small = { width: 300, height: 220 } as const;

export function identityCases(appOf: () => RunningApp) {
  let seed = 1;

  async function send(person: Person, file: Buffer, part = 'file'): Promise<Uploaded> {
    const form = new FormData();
    form.append(part, new Blob([new Uint8Array(file)]), 'picture.jpg');
    const response = await fetch(`${appOf().url}/api/photo/upload`, {
      method: 'POST',
      body: form,
      headers: { cookie: person.client.cookies() },
    });
    const answer = (await response.json()) as Uploaded;
    return { ...answer, status: response.status };
  }

  async function uploaded(person: Person, file?: Buffer): Promise<string> {
    const { data, ...answer } = await send(person, file ?? (await jpegPhoto({ ...small, seed: seed++ })));
    assert.ok(data, JSON.stringify(answer));
    return data.path;
  }

  async function documentOf(person: Person, more: Partial<DocumentFields> = {}): Promise<DocumentFields> {
    const [front, back] = [await uploaded(person), await uploaded(person)];
    return { account_id: person.user.account_id, country: 'JP', document_kind: 'identity-card', document_number: `AB ${1_000_000 + seed}`, name: 'Ann Lee', birth_date: '1990-05-17', front, back, ...more }; // oxfmt-ignore
  }

  async function reviewerNumber(person: 1 | 2): Promise<ConsoleClient> {
    const client = consoleClient(appOf());
    got(await client.call(tryRole, { role: 'identity-reviewer', person }));
    return client;
  }

  async function caseOf(reviewer: ConsoleClient, person: Person): Promise<string> {
    const { RESULT_LIST } = got(await reviewer.call(listIdentityCases, { state: 'review', pagesize: 100 }));
    return RESULT_LIST.find(({ account_id: id }) => id === person.user.account_id)!.case_id;
  }

  return { send, uploaded, documentOf, reviewerNumber, caseOf };
}
