import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What a command was called with. An option that it does not know ends the process with its usage. */
export function readArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return endWithUsage(usage, (error as Error).message);
  }
}

/** Says how a command is called, and first what was wrong, and ends the process with 2. */
export function endWithUsage(usage: string, fault?: string): never {
  process.stderr.write(`${fault === undefined ? '' : `${fault}\n`}Usage: ${usage}\n`);
  process.exit(2);
}
