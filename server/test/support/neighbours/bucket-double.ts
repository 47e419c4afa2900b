// Test double of an S3 bucket. Forwards requests to the test bucket server, and adds faults.
import type { BucketOptions } from '../../../src/kit/bucket.ts';
import { openBucketServer } from '../bucket-server.ts';
import { forwardTo } from './forward-to.ts';
import { openHttpDouble, type Answer, type HttpDouble } from './http-double.ts';

export type BucketStep = 'GET' | 'PUT' | 'DELETE' | 'list';

export interface BucketDouble extends HttpDouble<BucketStep> {
  options: BucketOptions;
  objects: Map<string, { bytes: Buffer; writtenAt: number }>;
}

const said = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
});

/** `cut`: a partial answer ends with the connection; `short`: its length is correct for the part. `words`: the form of `other-words` answers. */
export async function openBucketDouble({
  partIs = 'cut',
  words = 'slow-down',
}: { partIs?: 'cut' | 'short'; words?: 'slow-down' | 'error-200' | 'page' } = {}): Promise<BucketDouble> {
  const server = await openBucketServer();
  const { origin, pathname } = new URL(server.options.url);
  const double = await openHttpDouble<BucketStep>({
    name: 'bucket',
    steps: ['GET', 'PUT', 'DELETE', 'list'],
    stepOf: ({ method, path }) => (path.includes('list-type=2') ? 'list' : (method as BucketStep)),
    answer: forwardTo(origin),
    onLate: () => server.endPatience(),
    changes: {
      ...(partIs === 'short' && {
        partial: (answer) => ({
          ...answer,
          body: Buffer.from(answer.body as Buffer).subarray(0, answer.body.length >> 1),
        }),
      }),
      reordered: (answer, { step }) => (step === 'list' ? { ...answer, body: inReverse(String(answer.body)) } : answer),
      'other-words': () =>
        words === 'slow-down'
          ? said(503, 'SlowDown')
          : words === 'error-200'
            ? said(200, 'InternalError')
            : { status: 200, body: '<html>Back soon.</html>' },
      withdrawn: (_answer, { step }) =>
        step === 'list'
          ? { status: 200, body: '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>' }
          : said(404, 'NoSuchKey'),
    },
    without: (step) => (step === 'list' ? [] : ['reordered']),
  });
  return {
    ...double,
    options: { ...server.options, url: `${double.url}${pathname}` },
    objects: server.objects,
    async close() {
      await double.close();
      await server.close();
    },
  };
}

const inReverse = (xml: string): string => {
  const parts = xml.match(/<Contents>.*?<\/Contents>/g) ?? [];
  return parts.length === 0 ? xml : xml.replace(parts.join(''), parts.toReversed().join(''));
};
