// The whole server in one process: the engine and the process that takes requests, joined as two processes are.
import type { Config } from './config.ts';
import { openEngine } from './engine.ts';
import type { Clock } from './kit/clock.ts';
import type { Job } from './kit/jobs.ts';
import { joinLinks } from './kit/join-links.ts';
import type { PasswordCost } from './kit/passwords/passwords.ts';
import type { Secrets } from './kit/secrets.ts';
import { openWeb } from './web.ts';

export interface App {
  port: number;
  consolePort: number;
  /** What the process that takes requests does again and again. */
  jobs: readonly Job[];
  /** Finishes what was taken, then closes everything. */
  close(): Promise<void>;
}

export async function openApp(parts: {
  config: Config;
  databaseUrl: string;
  /** As candor_console, where it serves the console. */
  consoleUrl: string | undefined;
  secrets: Secrets;
  clock: Clock;
  /** For tests: a reply or a refusal that is not as the table of calls says is a failure. */
  checksReplies?: boolean;
  /** For tests: less than what passwords cost. */
  passwordCost?: PasswordCost;
}): Promise<App> {
  const { one, other } = joinLinks();
  const engine = await openEngine({ ...parts, links: one });
  const web = await openWeb({ ...parts, link: other, marketSource: engine.marketSource });
  return {
    port: web.port!,
    consolePort: web.consolePort!,
    jobs: web.jobs,
    async close() {
      await web.close();
      await engine.close();
    },
  };
}
