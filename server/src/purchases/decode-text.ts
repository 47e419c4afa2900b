// Decodes the file of a bank. Banks write UTF-8, UTF-16, Windows-1252 or Shift_JIS, and most files do not state their encoding. Pure.

const [utf8, utf16le, utf16be, shiftJis, latin] = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'windows-1252'];

/** Returns the text in the encoding that the file states or its bytes show. A file that is neither UTF-8 nor UTF-16 is read as Windows-1252. */
export const decodeText = (file: Uint8Array): string => {
  const stated = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(
    new TextDecoder(latin).decode(file.subarray(0, 200)),
  )?.[1];
  return (stated === undefined ? undefined : decodeAs(file, stated)) ?? decodingsOf(file)[0]!;
};

/** Returns the text in each encoding that fits the bytes, the most likely encoding first. */
export function decodingsOf(file: Uint8Array): string[] {
  const wide = wideOf(file);
  return (wide === undefined ? [utf8, latin, shiftJis] : [wide])
    .map((encoding) => decodeAs(file, encoding!))
    .filter((text) => text !== undefined);
}

function wideOf([first, second, third, fourth]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0 && first !== 0)) return utf16le;
  return (first === 0xfe && second === 0xff) || (first === 0 && third === 0 && second !== 0) ? utf16be : undefined;
}

/** Returns undefined if the bytes are not valid in this encoding. Leaves out an incomplete last character. */
function decodeAs(file: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file, { stream: true }).replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}
