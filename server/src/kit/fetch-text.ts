// What a source elsewhere answers, as text: of its length, which it may not say, no more is taken than it is allowed.
interface Wanted {
  /** In what is thrown: `the listing`. */
  who: string;
  accept: string;
  bytesMax: number;
  signal: AbortSignal;
}

/** Throws unless it answers well; it may lead nowhere else. */
export async function fetchText(url: string | URL, { who, accept, bytesMax, signal }: Wanted): Promise<string> {
  const response = await fetch(url, { signal, headers: { accept }, redirect: 'error' });
  if (!response.ok) throw new Error(`${who} answers ${response.status}`);
  return (await readAtMost(response, { who, bytesMax })).toString('utf8');
}

/** Returns the body of a response. Throws if it is longer than `bytesMax`. */
export async function readAtMost(
  response: Response,
  { who, bytesMax }: Pick<Wanted, 'who' | 'bytesMax'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`${who} answers with too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
