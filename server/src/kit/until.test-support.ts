import { inspect } from 'node:util';

interface Wait {
  /** By default so long only because it never will be so; it costs nothing where it is. */
  withinMs?: number;
  everyMs?: number;
}

/** Reads again until it is so; fails with what was waited for, and what was read last. */
export async function readUntil<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  isSo: (value: Value) => boolean,
  { withinMs = 60_000, everyMs = 20 }: Wait = {},
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`waited ${withinMs} ms in vain: ${what}; it is ${inspect(value)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Asks again until it is so. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs?: number): Promise<void> {
  await readUntil(what, isSo, (so) => so, withinMs === undefined ? {} : { withinMs });
}

/** Lets time pass, a little between two looks, until it is so: a busy machine, which looks less often, uses up no more of it. */
export async function passUntil(
  clock: { advance(ms: number): void },
  what: string,
  isSo: () => boolean,
): Promise<void> {
  const look = (): boolean => {
    if (isSo()) return true;
    clock.advance(5);
    return false;
  };
  await readUntil(what, look, (so) => so, { everyMs: 2 });
}
