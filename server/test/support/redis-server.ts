// A Redis of a test's own, which keeps nothing, on a port that stays the same when it is killed and comes back.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { freePort } from '../../src/kit/free-ports.test-support.ts';
import { until } from '../../src/kit/until.test-support.ts';

export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** As a crash would end it. */
  kill(): Promise<void>;
  /** It holds its connections and answers nothing. */
  freeze(): void;
  thaw(): void;
}

export async function startRedis(program: string): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
    child = spawn(program, options, { stdio: 'ignore' });
    process.once('exit', () => child?.kill('SIGKILL'));
    await until('Redis answers', () => answers(port));
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      const ended = once(child!, 'exit');
      child!.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child!.kill('SIGSTOP'),
    thaw: () => void child!.kill('SIGCONT'),
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
