/** Facts within facts as one level: `before.open`. */
export const flatten = (facts: Readonly<Record<string, unknown>>, above = ''): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flatten(value as Record<string, unknown>, `${above}${name}.`))
        : [[`${above}${name}`, value]],
    ),
  );
