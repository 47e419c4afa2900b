// Objects in a bucket of S3, or of whatever speaks as S3 does. Each request is signed (Signature Version 4) over what it carries, ends in
// time, and is made once more where the service is silent or fails.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { answerPatience } from './answer-patience.ts';
import { elementsOf, readXml, textAt } from './read-xml.ts';

export interface BucketOptions {
  /** Endpoint, bucket, and a folder in it where there is one: https://s3.example.com/pictures. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
  /** How long an answer is waited for: usually 5 s. */
  patience?: () => AbortSignal;
}

export interface Bucket {
  /** Whole or not at all: whoever gets it never sees a part. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined where there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** Also where there is none. */
  remove(name: string): Promise<void>;
  /** Some at a time, without the folder's name. */
  list(): AsyncIterable<readonly { name: string; writtenAt: number }[]>;
}

interface Answer {
  status: number;
  bytes: Buffer;
}
type Method = 'GET' | 'PUT' | 'DELETE';

export function openBucket(options: BucketOptions): Bucket {
  const ask = createAsking(options);
  const { base, root, folder } = partsOf(options.url);
  const at = (name: string): string => `${base}/${name}`;
  return {
    async put(name, bytes) {
      try {
        const answer = await ask('PUT', at(name), bytes);
        if (answer.status !== 200) fail('PUT', answer);
      } catch (error) {
        // It may be there though nobody said so.
        await ask.once('DELETE', at(name)).catch(() => undefined);
        throw error;
      }
    },
    async get(name) {
      const answer = await ask('GET', at(name));
      if (isNone(answer)) return undefined;
      return answer.status === 200 ? answer.bytes : fail('GET', answer);
    },
    async remove(name) {
      const answer = await ask('DELETE', at(name));
      if (![200, 204].includes(answer.status) && !isNone(answer)) fail('DELETE', answer);
    },
    async *list() {
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: folder, ...(token && { 'continuation-token': token }) }); // oxfmt-ignore
        const answer = await ask('GET', `${root}?${query}`);
        if (answer.status !== 200) fail('GET', answer);
        const listed = readXml(answer.bytes.toString('utf8'));
        yield elementsOf(listed, 'Contents').map((each) => ({
          name: textAt(each, 'Key').slice(folder.length),
          writtenAt: Date.parse(textAt(each, 'LastModified')),
        }));
        const isMore = textAt(listed, 'IsTruncated') === 'true';
        token = isMore ? textAt(listed, 'NextContinuationToken') : undefined;
      }
    },
  };
}

function createAsking({ region, keyId, secret, patience = answerPatience }: BucketOptions) {
  // Its own retries are by timers that nothing ends.
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 });

  async function once(method: Method, at: string, body?: Buffer): Promise<Answer> {
    const hash = createHash('sha256').update(body ?? '');
    const response = await client.fetch(at, {
      method,
      headers: { 'x-amz-content-sha256': hash.digest('hex') },
      ...(body && { body: new Uint8Array(body) }),
      redirect: 'error',
      signal: patience(),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Every request may be repeated: the same name holds the same bytes. */
  async function ask(method: Method, at: string, body?: Buffer): Promise<Answer> {
    const first = await once(method, at, body).catch(() => undefined);
    if (first && first.status < 500 && first.status !== 429) return first;
    return once(method, at, body).catch((error: unknown) => {
      throw new Error(`the bucket does not answer to ${method}`, { cause: error });
    });
  }
  return Object.assign(ask, { once });
}

/** By path and not by name of the host, which every service takes. */
function partsOf(url: string): { base: string; root: string; folder: string } {
  const { origin, pathname } = new URL(url);
  const [bucket, ...folders] = pathname.split('/').filter((each) => each !== '');
  const root = `${origin}/${bucket}`;
  return { base: [root, ...folders].join('/'), root, folder: folders.map((each) => `${each}/`).join('') };
}

const isNone = (answer: Answer): boolean => answer.status === 404 && codeIn(answer) !== 'NoSuchBucket';

/** A word such as AccessDenied, and nothing else of what the service says. */
const codeIn = ({ bytes }: Answer): string => /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? '';

function fail(method: Method, answer: Answer): never {
  throw new Error(`the bucket answers ${answer.status} ${codeIn(answer)} to ${method}`.replace('  ', ' '));
}
