// Who runs PostgreSQL: it refuses root, so root hands it to `postgres`, else to `nobody`.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** The user that root drops to. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Undefined when this process is no root and runs PostgreSQL as itself. What is there already keeps its owner. */
export function chooseOwner(dataDirectory: string): Owner | undefined {
  if (process.getuid?.() !== 0) {
    refuseNamelessUser();
    return undefined;
  }
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) {
    const { uid, gid } = statSync(dataDirectory);
    if (uid !== 0) return { uid, gid };
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  const [, , uid, gid] = user ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error('PostgreSQL refuses to run as root, and there is no user `postgres` or `nobody` to run it as.');
  }
  return { uid: parseInt(uid, 10), gid: parseInt(gid, 10) };
}

/** Whether the owner may enter every directory above the path. Reads modes only; an access list that allows more is missed. */
export function canReach(owner: Owner, path: string): boolean {
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const { mode, uid, gid } = statSync(directory);
    const enter = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & enter) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}

function refuseNamelessUser(): void {
  try {
    userInfo();
  } catch {
    throw new Error(
      `PostgreSQL needs a user with a name, and user id ${process.getuid?.()} has no entry in /etc/passwd. ` +
        'Add one, run as another user, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
}
