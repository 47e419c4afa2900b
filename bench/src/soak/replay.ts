// The exchange: recorded prices over its own protocol, with faults on demand, as a process of its own.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '../server-process.ts';

export interface Replay {
  child: ChildProcess;
  websocketUrl: string;
  restUrl: string;
  /** Nothing more is said on any connection, and no new one opens, for so long. */
  fallSilent(ms: number): Promise<void>;
  /** How often each fault was played so far. */
  faultsPlayed(): Record<string, number>;
}

const startWithinMs = 20_000;

export async function startReplay(options: {
  replayTool: string;
  port: number;
  faults: number;
  seed: number;
  /** Recorded minutes a minute. */
  speed?: number;
}): Promise<Replay> {
  const { replayTool, port, faults, seed, speed = 1 } = options;
  const args = ['--port', String(port), '--faults', String(faults), '--seed', String(seed), '--speed', String(speed)];
  const child = spawn(process.execPath, [replayTool, ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let silences = 0;
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const deadline = performance.now() + startWithinMs;
  while (!output.includes('replaying')) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The exchange did not start.');
    await sleep(20);
  }
  return {
    child,
    websocketUrl: `ws://127.0.0.1:${port}/ws`,
    restUrl: `http://127.0.0.1:${port}`,
    async fallSilent(ms) {
      silences++;
      child.kill('SIGSTOP');
      await sleep(ms);
      child.kill('SIGCONT');
    },
    faultsPlayed() {
      const counts: Record<string, number> = silences > 0 ? { silence: silences } : {};
      for (const [, fault] of output.matchAll(/ fault: (.+)/g)) counts[fault!] = (counts[fault!] ?? 0) + 1;
      return counts;
    },
  };
}
