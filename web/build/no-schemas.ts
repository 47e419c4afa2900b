// What wire gets in place of Zod: every schema can be named and composed, and none can be used.
const uses = new Set<string | symbol>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

const schema: unknown = new Proxy(() => undefined, {
  get: (_, name) => {
    if (uses.has(name)) throw new Error('wire has no schemas in the app; check forms with rules of their own');
    return schema;
  },
  apply: () => schema,
});

export const z = schema;
