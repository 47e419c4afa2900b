// Loaded into a server before anything else: its clock goes ahead of the machine's by what a file says when it starts.
import { existsSync, readFileSync } from 'node:fs';

const file = process.env.MOVED_CLOCK_FILE ?? '';
const aheadMs = existsSync(file) ? parseInt(readFileSync(file, 'utf8'), 10) : 0;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
