// Market messages as they arrive: gzip, and JSON whose numbers must not pass through a float.

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Every number becomes the text it was written in; engines that don't know the source give its shortest form. */
export const parseExact = (text: string): unknown =>
  parseWith(text, (_key, value, context) => (typeof value === 'number' ? (context?.source ?? String(value)) : value));

/** Not through a Blob, which a browser keeps in another process: that costs more than the unzipping. */
export async function gunzipText(bytes: ArrayBuffer): Promise<string> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [text] = await Promise.all([new Response(readable).text(), written]);
  return text;
}
