// The forms that settings have, each with a few words on what it expects; whoever reads them puts the name and the value before.
import { z } from 'zod';
import { databaseReach } from './kit/postgres.ts';
import { networkProblem, proxyProblem } from './kit/trusted-proxies.ts';

/** Of what is no number a coercion would say NaN, and of nothing 0. */
export const whole = (min: number, max: number) => {
  const expected = `a whole number from ${min} to ${max} is expected`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform((digits) => parseInt(digits, 10))
    .pipe(z.number().min(min, expected).max(max, expected));
};

export const portMax = 65_535;
export const port = whole(0, portMax);
export const flag = z.enum(['on', 'off'], 'on or off is expected');

/** Anything but nothing: whoever wants what is usual leaves the setting out. */
export const someText = (what: string) => z.string().refine((text) => text.trim() !== '', `${what} is expected`);

const namesOf = (text: string): string[] => text.split(',').map((name) => name.trim());

/** Some of these names, with commas. */
export const someOf = <Name extends string>(names: readonly Name[]) => {
  const isKnown = (name: string): name is Name => names.includes(name as Name);
  const expected = `${names.slice(0, -1).join(', ')} or ${names.at(-1)} is expected, or several with commas`;
  return z
    .string()
    .transform(namesOf)
    .refine((list): list is Name[] => list.every(isKnown), expected);
};

/** A list with commas, each of which may have a problem: a mistyped one would be nobody, or everybody. */
const listOf = (problem: (each: string) => string | undefined, read = namesOf) =>
  z.string().transform(read).superRefine((list, context) => {
    for (const message of list.flatMap((each) => problem(each) ?? [])) context.addIssue({ code: 'custom', message });
  }); // oxfmt-ignore

export const networks = listOf(networkProblem);
/** `none`, or addresses and networks. */
export const proxies = listOf(proxyProblem, (text) => (text.trim() === 'none' ? [] : namesOf(text)));

/** Patterns of hosts or origins; none where the text is empty. */
export const patterns = (form: RegExp, expected: string) =>
  z
    .string()
    .transform((text) => namesOf(text).filter((each) => each !== ''))
    .refine((list) => list.every((each) => form.test(each)), expected);

export const origin = z
  .string()
  .transform((text) => URL.parse(text))
  .refine((url) => url !== null && url.origin !== 'null' && url.href === `${url.origin}/`, 'an origin such as https://candor.example is expected')
  .transform((url) => url!.origin); // oxfmt-ignore

/** An address with a host, of one of the example's kind: `http:` is taken with `https:`, as others with theirs. */
export function address(example: string) {
  const secure = new URL(example).protocol;
  const protocols = [secure, secure.replace(/s:$/, ':')];
  const isTaken = (text: string): boolean => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
  };
  return z.string().trim().refine(isTaken, `an address like ${example} is expected`);
}

/** Of a bucket, and a folder in it where there is one; keys have settings of their own. */
export const bucketAddress = z
  .string()
  .trim()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:\/\/[^/?#@]+(?:\/[\w.-]+)+\/?$/.test(text) && url.hostname !== '';
  }, 'an address like https://s3.example.com/bucket is expected');

const databaseExample = 'an address like postgres://user:password@host:5432/candor is expected';

/** A socket's folder stands in the query: `?host=/run/postgresql`. */
export const databaseAddress = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message });
    const url = URL.parse(text);
    if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) return refuse(databaseExample);
    if (url.hostname === '' && !url.searchParams.get('host')) return refuse(`it names no host, and ${databaseExample}`);
    try {
      databaseReach(text);
    } catch (error) {
      refuse(`the driver can't use it (${(error as Error).message})`);
    }
  });
