import { clockTime } from '#platform/time.ts';

export type Warning = { readonly id: string; readonly text: string };

/** `endedAt` is null before the first run; `failed` is of the last one. */
export type TimedWork = { readonly name: string; readonly endedAt: string | null; readonly failed: boolean };

const warning = (id: string, text: string): Warning => ({ id, text });

type Share = { readonly count: number; readonly slow: number };

/** Fewer may be one bad moment. */
const LEAST_SLOW = 20;
/** More than one in a hundred, of enough to tell. */
export const isOftenSlow = ({ count, slow }: Share): boolean => slow >= LEAST_SLOW && slow > count / 100;

export type Recent = { readonly answers: Share; readonly statements: Share; readonly onSqlite: boolean };

export function slownessWarnings({ answers, statements, onSqlite }: Recent): Warning[] {
  if (isOftenSlow(statements)) {
    const cause = onSqlite
      ? 'The server’s disk is slow or busy, or another program has the database open. End other programs on it'
      : 'PostgreSQL is slow or has too much to do. See its own log';
    const share = `${statements.slow} of ${statements.count} statements of the last five minutes`;
    return [warning('database', `The database is slow: ${share} took more than 0.1 s. ${cause}.`)];
  }
  // A slow database makes slow answers, which need no warning of their own.
  if (!isOftenSlow(answers)) return [];
  const share = `${answers.slow} of ${answers.count} responses of the last five minutes`;
  const remedy = 'End other programs on the server, or move to a faster one.';
  return [warning('answers', `The program is slow: ${share} took more than half a second. ${remedy}`)];
}

export function workWarnings(work: readonly TimedWork[], zone: string): Warning[] {
  const failed = work.filter((work) => work.failed);
  const [first] = failed;
  if (first === undefined || first.endedAt === null) return [];
  const more = failed.length === 1 ? '' : ` ${failed.length - 1} more failed too.`;
  return [
    warning(
      'work',
      `Timed work failed at ${clockTime(first.endedAt, zone)}: ${first.name}.${more} Failed work runs again by itself; ` +
        `if it keeps failing, look for “could not ${first.name}” in the server’s log.`,
    ),
  ];
}

/** `most`: LIVE_STREAMS. `openFiles`: null when unknown. */
export type Room = { readonly open: number; readonly most: number; readonly openFiles: number | null };

export function roomWarnings({ open, most, openFiles }: Room): Warning[] {
  const screens = `${open.toLocaleString('en-US')} screens are open`;
  // Requests and the database need some too.
  if (openFiles !== null && open > openFiles / 2 && openFiles < most * 1.25) {
    return [
      warning(
        'screens',
        `${screens}, and the system lets the program open ${openFiles.toLocaleString('en-US')} files and connections; beyond ` +
          'them phones cannot connect. Ask the person who installed the program to raise LimitNOFILE, or to run “ulimit -n 65536” before the start, and to restart.',
      ),
    ];
  }
  if (open <= most * 0.9) return [];
  return [
    warning(
      'screens',
      `${screens} of at most ${most.toLocaleString('en-US')}; further ones close the oldest. Ask the person who installed the program to set a larger LIVE_STREAMS and restart.`,
    ),
  ];
}

/** Writes of the last hour, refused because their page was open at another address than PUBLIC_URL. */
export type Elsewhere = { readonly count: number; readonly last: string | null };

/** A few people may try out an address. */
const OFTEN = 5;
/** Characters. Anybody can invent an address. */
const LONGEST_ADDRESS = 100;

/** Behind a proxy the program cannot know the address that visitors use. */
export function addressWarnings(
  publicUrl: string | null,
  isBehindProxy: boolean,
  { count, last }: Elsewhere,
): Warning[] {
  if (publicUrl !== null && count >= OFTEN) {
    const from = last === null || last.length > LONGEST_ADDRESS ? 'another address' : last;
    return [
      warning(
        'address',
        `${count.toLocaleString('en-US')} changes were refused within an hour because their pages were open at ${from}. Links and QR codes must lead to ${publicUrl}. If that is the wrong address, ask the person who installed the program to set PUBLIC_URL.`,
      ),
    ];
  }
  if (publicUrl !== null || !isBehindProxy) return [];
  return [
    warning(
      'address',
      'PUBLIC_URL is not set, so QR codes and links may lead elsewhere. Ask the person who installed the program to set it to the address that visitors use, such as https://games.example.org, and to restart.',
    ),
  ];
}

type Refused = { readonly service: string; readonly why: string; readonly count: number };

/** Before any phone asked to be reminded, nobody misses anything. */
export function pushWarnings(publicUrl: string | null, hasPhones: boolean, refused: readonly Refused[]): Warning[] {
  const warnings: Warning[] = [];
  if (hasPhones && !publicUrl?.startsWith('https:')) {
    const remedy =
      'Ask the person who installed the program to set PUBLIC_URL to the https address that visitors use, and to restart.';
    warnings.push(
      warning(
        'push address',
        `iPhones get no reminders and calls, because Apple wants to know who sends them. ${remedy}`,
      ),
    );
  }
  const count = refused.reduce((sum, refused) => sum + refused.count, 0);
  if (count > 0) {
    const messages = count === 1 ? '1 message' : `${count.toLocaleString('en-US')} messages`;
    const each = refused
      .map((refused) => `${refused.service} ${refused.count.toLocaleString('en-US')} (${refused.why})`)
      .join(', ');
    const cause = '400, 401 and 403 mean that the server’s clock or PUBLIC_URL is wrong.';
    warnings.push(
      warning('push refused', `Push services refused ${messages} to phones within an hour: ${each}. ${cause}`),
    );
  }
  return warnings;
}
