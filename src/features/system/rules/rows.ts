/** The figures of the program and its timed work as rows of a table. */
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import type { SystemState, TimedWork } from '../contract.ts';
import { bytesWords, spanWords } from './words.ts';

export type Row = { readonly name: string; readonly value: string; readonly note: string; readonly failed?: boolean };

const KIND = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function figureRows(state: SystemState, now: string, zone: string): Row[] {
  const { version, release, node, upSeconds, database, disk, screens, openFiles, memory, publicUrl } = state;
  const onPostgres = database.kind === 'postgres';
  const files =
    openFiles === null ? '' : ` The system allows ${openFiles.toLocaleString('en-US')} open files and connections.`;
  return [
    { name: 'Version', value: version, note: `Up for ${spanWords(upSeconds)}. Release ${release}, Node ${node}.` },
    database.bytes === null
      ? { name: 'Database', value: '–', note: `${KIND[database.kind]}, size not known.` }
      : { name: 'Database', value: bytesWords(database.bytes), note: `${KIND[database.kind]}.` },
    { name: 'Last backup', ...backupOf(state, now, zone) },
    disk === null
      ? {
          name: 'Disk left',
          value: '–',
          note: onPostgres ? 'PostgreSQL’s disk may be on another machine.' : 'Free space not known.',
        }
      : {
          name: 'Disk left',
          value: bytesWords(disk.free),
          note: `of ${bytesWords(disk.size)}, where the database is.`,
        },
    {
      name: 'Open screens',
      value: screens.open.toLocaleString('en-US'),
      note: `of at most ${screens.most.toLocaleString('en-US')}.${files}`,
    },
    {
      name: 'Memory',
      value: bytesWords(memory),
      note: 'of the program. If it stays above 700 MB, restart at a quiet moment.',
    },
    publicUrl === null
      ? {
          name: 'Address',
          value: 'Not set',
          note: 'PUBLIC_URL is missing: QR codes lead to the address in the organiser’s browser.',
        }
      : {
          name: 'Address',
          value: publicUrl.replace(/^https?:\/\//, ''),
          note: `QR codes and links lead to ${publicUrl}.`,
        },
  ];
}

function backupOf({ backups, database }: SystemState, now: string, zone: string): Omit<Row, 'name'> {
  if (backups === null) {
    const note =
      database.kind === 'postgres'
        ? 'Back PostgreSQL up with its own tools: pg_dump daily, hourly during the festival.'
        : 'A database in memory has none.';
    return { value: '–', note };
  }
  const { newest, bytes } = backups;
  if (newest === null)
    return { value: 'None yet', note: 'The first is made a minute after the start, then one every hour.' };
  const when = `${cardDate(newest, zone)}, ${clockTime(newest, zone)}, ${bytesWords(bytes ?? 0)}`;
  return { value: relativeTime(newest, now), note: `${when}. Copy the folder to another machine.` };
}

/** What the program does by itself; failed work first. */
export const workRows = (work: readonly TimedWork[], now: string, zone: string): Row[] =>
  [...work]
    .sort((one, other) => Number(other.failed) - Number(one.failed))
    .map(({ name, everyMs, endedAt, nextAt, failed, failures }) => {
      const often = everyMs === null ? 'while somebody reads' : `every ${spanWords(everyMs / 1000)}`;
      const times = failures === 1 ? 'once' : `${failures} times`;
      const ended = endedAt === null ? 'not yet' : relativeTime(endedAt, now);
      return {
        name: name.charAt(0).toUpperCase() + name.slice(1),
        value: failed ? `Failed ${ended}` : ended,
        note: [
          often,
          ...(nextAt !== null && nextAt > now ? [`next at ${clockTime(nextAt, zone)}`] : []),
          ...(failures > 0 ? [`failed ${times}`] : []),
        ].join(' · '),
        failed,
      };
    });
