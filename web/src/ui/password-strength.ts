// A hint, not a rule: counts what a guesser would have to try, after taking off repetitions, rows and years.

export type Strength = 0 | 1 | 2 | 3;

const common = /pass(?:word)?|qwert|azerty|12345|abc123|letmein|iloveyou|admin|welcome|bitcoin|candor/i;

export function passwordStrength(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password.toLowerCase()).size;
  const stripped = password
    .replace(common, '#')
    .replace(/(?:19|20)\d\d/, '#')
    .replace(/(.)\1+/g, '$1');
  const plain = withoutRows(stripped);
  if (plain.length < 6 || distinct < 4) return 0;
  const bits = plain.length * [3.3, 4.7, 5.7, 6.2][Math.max(0, kinds - 1)]!;
  return bits < 36 ? 0 : bits < 50 ? 1 : bits < 66 ? 2 : 3;
}

/** Takes out characters that follow the one before, as in 4567 or abcd. */
function withoutRows(text: string): string {
  return [...text].filter((sign, place) => {
    const step = place === 0 ? 0 : sign.charCodeAt(0) - text.charCodeAt(place - 1);
    return Math.abs(step) !== 1;
  }).join(''); // oxfmt-ignore
}
