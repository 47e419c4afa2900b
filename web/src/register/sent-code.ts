// When a code was last sent and where to: kept for this tab, so that the timer goes on after a reload.
import { codeTiming } from '@candor/wire';
import { serverNow } from '../device/server-clock.ts';
import type { Channel } from './register-rules.ts';

export interface SentCode {
  channel: Channel;
  recipient: string;
  /** Epoch ms by the server. */
  at: number;
}

/** What the code is for: one for registering is not one for a forgotten password. */
export type CodeUse = 'register' | 'reset';

const storageName = (use: CodeUse): string => (use === 'register' ? 'candor.sent-code' : `candor.sent-code.${use}`);

/** Storage holds anyone's text. A page that begins has only the device's time, which may be behind. */
export function parseSentCode(text: string | null, now: number): SentCode | undefined {
  try {
    const kept = JSON.parse(text ?? '') as Partial<SentCode> | null;
    const { channel, recipient, at } = kept ?? {};
    if ((channel !== 'email' && channel !== 'phone') || typeof recipient !== 'string' || typeof at !== 'number')
      return undefined;
    return Math.abs(now - at) < codeTiming.lifeMs ? { channel, recipient, at } : undefined;
  } catch {
    return undefined;
  }
}

/** When the next code for this recipient may be asked for; another recipient doesn't wait. */
export const nextCodeAt = (sent: SentCode | undefined, recipient: string): number =>
  sent === undefined || (recipient !== '' && recipient !== sent.recipient) ? 0 : sent.at + codeTiming.betweenSendsMs;

/** The server says how long it still wants to wait: as if the code had been sent that much earlier. */
export const sentFromWait = (seconds: number, now: number): number =>
  now - codeTiming.betweenSendsMs + Math.min(codeTiming.betweenSendsMs, Math.max(0, seconds * 1000));

export function readSentCode(use: CodeUse): SentCode | undefined {
  try {
    return parseSentCode(sessionStorage.getItem(storageName(use)), serverNow());
  } catch {
    return undefined;
  }
}

export function keepSentCode(use: CodeUse, sent: SentCode | undefined): void {
  try {
    if (sent === undefined) sessionStorage.removeItem(storageName(use));
    else sessionStorage.setItem(storageName(use), JSON.stringify(sent));
  } catch {
    // Without storage the timer lives as long as the page.
  }
}
