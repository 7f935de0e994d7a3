import { readFile } from 'node:fs/promises';

/** Returns how many files and connections the system lets this process open; null where it does not tell. */
export async function openFilesLimit(read: (path: string) => Promise<string> = readText): Promise<number | null> {
  // Linux alone has it.
  const limits = await read('/proc/self/limits').catch(() => '');
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? null : Number(soft);
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8');
