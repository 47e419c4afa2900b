// Runs the process that takes requests as a child of this one: if it ends or stands still, another takes its place on the same port.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createLink, type Link } from './kit/link.ts';
import { log } from './kit/log.ts';
import { readMetrics } from './kit/metrics.ts';
import { attachProcess } from './kit/process-link.ts';
import { reasonOf } from './kit/reason-of.ts';
import type { WebOpening, WebPorts } from './web-opening.ts';

export interface SupervisedWeb {
  link: Link;
  /** Resolves with its ports once it takes requests; from then on it is kept running. */
  open(opening: WebOpening): Promise<WebPorts>;
  close(): Promise<void>;
}

const restartPauseMs = 300;
const lookEveryMs = 5_000;
/** Requests that are dear slow it down; one that answers nothing for so long will not come back. */
const silentMaxMs = 30_000;

/** Starts it at once, so that it loads its code while the rest comes up. */
export function superviseWeb(): SupervisedWeb {
  const link = createLink();
  link.onAsk('metrics', readMetrics);
  let opening: WebOpening | undefined;
  let isClosing = false;
  let child = start();
  let looker: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(join(import.meta.dirname, 'web-main.ts'), [], { serialization: 'advanced' });
    attachProcess(link, started);
    started.once('exit', (code, signal) => {
      if (isClosing || !opening) return;
      log.error('the process that takes requests has ended; another one starts', { code, signal });
      setTimeout(() => void restart(), restartPauseMs);
    });
    return started;
  }

  async function restart(): Promise<void> {
    if (isClosing) return;
    child = start();
    try {
      await link.ask('web.open', opening!);
      log.info('requests are taken again');
    } catch (error) {
      log.error('the process that takes requests did not come up', { error: reasonOf(error) });
      child.kill('SIGKILL');
    }
  }

  function look(): void {
    const looked = child;
    const axe = setTimeout(() => {
      log.error('the process that takes requests stands still and is ended');
      looked.kill('SIGKILL');
    }, silentMaxMs);
    link.ask('intake.alive', null).then(
      () => clearTimeout(axe),
      () => clearTimeout(axe),
    );
  }

  return {
    link,
    async open(wanted) {
      const ports = await link.ask('web.open', wanted);
      const { port = wanted.port, consolePort = wanted.consolePort } = ports;
      opening = { ...wanted, port, consolePort };
      looker = setInterval(look, lookEveryMs);
      return ports;
    },
    async close() {
      isClosing = true;
      clearInterval(looker);
      await link.ask('web.close', null).catch(() => undefined);
      if (child.connected) child.disconnect();
    },
  };
}
