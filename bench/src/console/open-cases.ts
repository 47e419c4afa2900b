// What operators have before them that no rows can stand for: proposals of their own, and a document that a reviewer has claimed.
import { claimIdentityCase, insertAuthentication, listIdentityCases, proposeAct } from '@candor/wire';
import { uploadPhoto } from '../../../server/test/support/picture-files.ts';
import { need, openCustomer } from '../customer.ts';
import { ask } from './page.ts';
import type { Operator } from './pages.ts';

const proposals = 20;
const country = 'SE';

/** Resolves with the case: two customers have handed in its document. */
export async function openCases(serverUrl: string, operators: readonly Operator[]): Promise<string> {
  const clientOf = (role: Operator['role']) => operators.find((operator) => operator.role === role)!.client;
  for (let place = 0; place < proposals; place++)
    await ask(clientOf('risk'), proposeAct, { kind: 'halt-coin', body: { coin: 'DOT', reason: `case ${place}` }, why: 'a bench' }); // oxfmt-ignore
  for (const name of ['Ann Lee', 'Bo Ek']) await handIn(serverUrl, name);
  const reviewer = clientOf('identity-reviewer');
  const { RESULT_LIST } = need(await reviewer.call(listIdentityCases, { country, pagesize: 50 }), 'cases');
  const { case_id } = RESULT_LIST[0]!;
  const { duplicates } = need(await reviewer.call(claimIdentityCase, { case_id }), 'the claim of a case');
  if (duplicates.length !== 1) throw new Error(`The case has ${duplicates.length} of the same document.`);
  return case_id;
}

async function handIn(serverUrl: string, name: string): Promise<void> {
  const { client, user } = await openCustomer(serverUrl, { email: `document-${name.length}@example.com`, password: 'correct horse' }); // oxfmt-ignore
  const front = await uploadPhoto(serverUrl, client, name.length);
  const document = { account_id: user.account_id, country, document_kind: 'passport', document_number: 'EF 123456', name, birth_date: '1990-05-17', front } as const; // oxfmt-ignore
  need(await client.call(insertAuthentication, document), 'a document under review');
}
