// Objects in a bucket of S3, or of whatever speaks as S3 does. Each request is signed (Signature Version 4) over what it carries, ends in
// time, and is made once more where the service is silent or fails.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { answerPatience } from './answer-patience.ts';
import { readAtMost } from './fetch-text.ts';
import { elementsOf, readXml, textAt, type XmlElement } from './read-xml.ts';

export interface BucketOptions {
  /** Endpoint, bucket, and a folder in it where there is one: https://s3.example.com/pictures. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
  /** How long an answer is waited for: usually 5 s. */
  patience?: () => AbortSignal;
  /** Pause before the retry if the service replies with status 429 or 5xx; default 300 ms. */
  pauseMs?: number;
}

export interface Bucket {
  /** Whole or not at all: whoever gets it never sees a part. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Stores the object unless the name is taken. A service without conditional writes overwrites the object. */
  putNew(name: string, bytes: Buffer): Promise<void>;
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
/** Body of a PUT, and headers such as its condition. */
interface Content {
  bytes: Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** Maximum size of a response, more than any object that we store. */
const bytesMax = 64 * 1024 * 1024;
const isNew = { 'if-none-match': '*' };

export function openBucket(options: BucketOptions): Bucket {
  const ask = createAsking(options);
  const { base, root, folder } = partsOf(options.url);
  const at = (name: string): string => `${base}/${name}`;
  return {
    async put(name, bytes) {
      try {
        const answer = await ask('PUT', at(name), { bytes });
        if (!isDone(answer)) fail('PUT', answer);
      } catch (error) {
        // It may be there though nobody said so.
        await ask.once('DELETE', at(name)).catch(() => undefined);
        throw error;
      }
    },
    async putNew(name, bytes) {
      const answer = await ask('PUT', at(name), { bytes, headers: isNew });
      if (answer.status === 412) return;
      if (answer.status === 501) return this.put(name, bytes);
      if (!isDone(answer)) fail('PUT', answer);
    },
    async get(name) {
      const answer = await ask('GET', at(name));
      if (isNone(answer)) return undefined;
      return answer.status === 200 ? answer.bytes : fail('GET', answer);
    },
    async remove(name) {
      const answer = await ask('DELETE', at(name));
      if (!isDone(answer) && !isNone(answer)) fail('DELETE', answer);
    },
    async *list() {
      const seen = new Set<string>();
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: folder, ...(token && { 'continuation-token': token }) }); // oxfmt-ignore
        const answer = await ask('GET', `${root}?${query}`);
        if (answer.status !== 200) fail('GET', answer);
        const listed = readXml(answer.bytes.toString('utf8'));
        if (listed.name !== 'ListBucketResult') throw new Error('the bucket answers to a list with something else');
        yield elementsOf(listed, 'Contents')
          .map((each) => ({ key: textAt(each, 'Key'), writtenAt: Date.parse(textAt(each, 'LastModified')) }))
          .filter(({ key }) => key.startsWith(folder))
          .map(({ key, writtenAt }) => ({ name: key.slice(folder.length), writtenAt }));
        token = nextToken(listed, seen);
      }
    },
  };
}

/** Returns undefined after the last page. Throws on a repeated token, which would make the listing endless. */
function nextToken(listed: XmlElement, seen: Set<string>): string | undefined {
  if (textAt(listed, 'IsTruncated') !== 'true') return undefined;
  const token = textAt(listed, 'NextContinuationToken');
  if (token === '' || seen.has(token)) throw new Error('the bucket does not say how its list goes on');
  seen.add(token);
  return token;
}

function createAsking({ region, keyId, secret, patience = answerPatience, pauseMs = 300 }: BucketOptions) {
  // Its own retries are by timers that nothing ends.
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 });

  async function once(method: Method, at: string, content?: Content): Promise<Answer> {
    const signal = patience();
    const { bytes, headers } = content ?? {};
    const hash = createHash('sha256').update(bytes ?? '');
    const request = await client.sign(at, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      ...(bytes && { body: new Uint8Array(bytes) }),
    });
    // The signal is passed to fetch, because a Request that is garbage-collected loses its own signal and would then never time out.
    const response = await fetch(request, { redirect: 'error', signal });
    return { status: response.status, bytes: await readAtMost(response, { who: 'the bucket', bytesMax }) };
  }

  /** Every request may be repeated: the same name holds the same bytes. */
  async function ask(method: Method, at: string, content?: Content): Promise<Answer> {
    const first = await once(method, at, content).catch(() => undefined);
    const isSlowed = first !== undefined && (first.status >= 500 || first.status === 429);
    if (first && !isSlowed && !saysError(first)) return first;
    if (isSlowed) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return once(method, at, content).catch((error: unknown) => {
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

/** Whether the body is XML or HTML, whatever the status. None of our objects starts with "<". */
const isMarkup = ({ bytes }: Answer): boolean => bytes[0] === 0x3c;

/** Whether the reply is an error with status 200, as some services send. */
const saysError = (answer: Answer): boolean => answer.status === 200 && isMarkup(answer) && codeIn(answer) !== '';

/** Whether the object was stored or removed. An HTML page with status 200 comes from a proxy, not from the bucket. */
const isDone = (answer: Answer): boolean => answer.status === 204 || (answer.status === 200 && !isMarkup(answer));

const isNone = (answer: Answer): boolean => answer.status === 404 && codeIn(answer) !== 'NoSuchBucket';

/** A word such as AccessDenied, and nothing else of what the service says. */
const codeIn = ({ bytes }: Answer): string => /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? '';

function fail(method: Method, answer: Answer): never {
  throw new Error(`the bucket answers ${answer.status} ${codeIn(answer)} to ${method}`.replace('  ', ' '));
}
