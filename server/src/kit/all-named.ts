/** Like Promise.all, but takes an object of promises and resolves with an object that has the same keys. */
export async function allNamed<Asked extends Record<string, unknown>>(
  asked: Asked,
): Promise<{ [Name in keyof Asked]: Awaited<Asked[Name]> }> {
  const named = Object.entries(asked).map(async ([name, promise]) => [name, await promise]);
  return Object.fromEntries(await Promise.all(named)) as { [Name in keyof Asked]: Awaited<Asked[Name]> };
}
