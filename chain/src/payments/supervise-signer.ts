// Starts the demo's signer as a child of this process when it is first wanted, and again when it has ended. In production whoever owns the key
// starts it, as another user or on another machine.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { askSigner, type Signer } from './ask-signer.ts';
import { socketName } from './signer-messages.ts';
import { writePolicy } from './signer-policy.ts';
import type { SignerPolicy } from './signer-rules.ts';

export interface SupervisedSigner {
  /** Rejects where it does not run here. */
  open(policy: SignerPolicy): Promise<Signer>;
  /** Resolves once it has ended. */
  close(): Promise<void>;
}

export function superviseSigner(directory: string): SupervisedSigner {
  let current: { child: ChildProcess; running: Promise<Signer>; ended: Promise<void> } | undefined;
  return {
    open(policy) {
      if (!current || current.child.exitCode !== null || current.child.signalCode !== null) {
        writePolicy(directory, policy);
        current = start(directory);
      }
      return current.running;
    },
    async close() {
      if (current?.child.connected) current.child.disconnect();
      await current?.ended;
      current = undefined;
    },
  };
}

function start(directory: string) {
  const child = fork(join(import.meta.dirname, 'signer-main.ts'), [directory], { execArgv: [], stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const running = new Promise<Signer>((resolve, reject) => {
    child.once('message', () => resolve(askSigner(join(directory, socketName))));
    void ended.then(() => reject(new Error('the signer has ended')));
  });
  running.catch(() => undefined);
  return { child, running, ended };
}
