// Looks at the public log once a start, when there is time, and keeps the newest checkpoint that goes on from the one before.
import { getLogCheckpoint, getLogConsistency, getProofKey } from '@candor/wire';
import { readMode, currentMode } from '../device/mode.ts';
import { call } from '../session/session.ts';
import { contradiction, keepCheckpoint, keepContradiction, keptCheckpoint, useLogFinding } from './log-state.ts';
import { judgeLog } from './judge-log.ts';

/** What was found once stays found: a log that contradicted itself is not sound because it does so no more. */
export async function watchLog(): Promise<void> {
  if (contradiction() !== null) return;
  const [checkpoint, key] = await Promise.all([call(getLogCheckpoint, {}), call(getProofKey, {})]);
  if (!checkpoint.ok || !key.ok) return useLogFinding.setState({ finding: 'unable' });
  const newest = checkpoint.data.checkpoint;
  const kept = keptCheckpoint();
  if (currentMode() === 'unknown') await readMode();
  const seen = { newest, kept, trustedKey: key.data.public_key, isDemo: currentMode() === 'demo', prove };
  const finding = await judgeLog(seen).catch(() => 'unable' as const);
  if (finding === 'sound') keepCheckpoint(newest);
  else if (finding === 'contradiction') keepContradiction(kept ?? '', newest);
  useLogFinding.setState({ finding });
}

async function prove(first: number, second: number): Promise<readonly string[]> {
  const proof = await call(getLogConsistency, { first, second });
  if (!proof.ok) throw new Error(proof.code);
  return proof.data.hashes;
}
