/** Whose files are: root's commands must leave them to the program's own user, and an operator must know who lacks which. */
import { accessSync, chmodSync, chownSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A database and what SQLite keeps beside it. */
const FILES = ['', '-wal', '-shm', '-journal'];

const isRoot = (): boolean => process.getuid?.() === 0;

/** Gives what root has just created to the owner of `like`, whose program could not open it otherwise. */
export function ownLike(path: string, like: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(like);
  chownSync(path, uid, gid);
}

/** Gives the file that will replace `old` its owner and mode. @throws the system's error when only root may. */
export function keepOwner(path: string, old: string): void {
  const { uid, gid, mode } = statSync(old);
  chmodSync(path, mode & 0o777);
  if (isRoot() || uid !== statSync(path).uid) chownSync(path, uid, gid);
}

/** @throws the system's error, with the path, when this user may not write the database, its folder or what lies beside it. */
export function refuseUnreachable(file: string): void {
  const how = constants.R_OK | constants.W_OK;
  accessSync(dirname(resolve(file)), how | constants.X_OK);
  for (const end of FILES) if (existsSync(file + end)) accessSync(file + end, how);
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Returns the error's message; of a path that this user may not use also its owner and this user. */
export function explained({ message, code = '', path }: NodeJS.ErrnoException): string {
  const user = process.geteuid?.();
  if (path === undefined || user === undefined || !REFUSED.has(code)) return message;
  return `${resolve(path)} cannot be opened (${code}): ${whose(resolve(path))}, and this program runs as ${nameOf(user)}.`;
}

/** Names the owner of the path, or of the next folder above it that this user can see. */
function whose(path: string): string {
  try {
    const { uid, mode } = statSync(path);
    return `${path} belongs to ${nameOf(uid)} (mode ${(mode & 0o777).toString(8)})`;
  } catch {
    return whose(dirname(path));
  }
}

function nameOf(uid: number): string {
  try {
    const [, name] = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
    return name ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}
