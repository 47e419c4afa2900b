// Runs programs of the repository, with their output in this terminal.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');

/** Runs a file under this Node and returns its exit code with all that it said. */
export async function runQuietly(
  file: string,
  args: readonly string[],
  {
    folder = '.',
    environment = {},
  }: { folder?: string | undefined; environment?: Readonly<Record<string, string>> } = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(repository, file), ...args], {
    cwd: join(repository, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

/** Runs a file under this Node, in a folder of the repository, and returns its exit code; a missing file is a failure. */
export async function runNode(
  file: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  folder = '.',
): Promise<number> {
  if (!existsSync(join(repository, file))) {
    console.error(`${file} is missing.`);
    return 1;
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(repository, file), ...args], {
      cwd: join(repository, folder),
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
