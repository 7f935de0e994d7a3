import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EnergyBar } from '#platform/web/ui/energy-bar.tsx';
import type { SystemState } from '../../contract.ts';
import { anchorOf, partOf, type Warning } from '../../rules/warnings.ts';
import { bytesWords, timeWords } from '../../rules/words.ts';

type TilesProps = { state: SystemState; warnings: readonly Warning[]; zone: string };

const KIND = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export function Tiles({ state, warnings, zone }: TilesProps) {
  const { database, disk, screens, openFiles, memory, publicUrl } = state;
  const { commits } = database;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <Tile name="Database" value={database.bytes === null ? '–' : bytesWords(database.bytes)} warnings={warnings}>
        {KIND[database.kind]}
        {database.bytes === null && ', size not known'}.{' '}
        {commits.count === 0
          ? 'Nothing written in the last hour.'
          : `Writes take ${timeWords(commits.mean)}, the slowest of the hour ${timeWords(commits.slowest)}.`}
      </Tile>
      <Backups state={state} warnings={warnings} zone={zone} />
      <Tile
        name="Disk left"
        value={disk === null ? '–' : bytesWords(disk.free)}
        bar={disk && { value: disk.free, max: disk.size, label: 'Disk left' }}
        warnings={warnings}
      >
        {disk === null ? diskUnknown(database.kind) : `of ${bytesWords(disk.size)}, where the database is.`}
      </Tile>
      <Tile
        name="Open screens"
        value={screens.open.toLocaleString('en-US')}
        bar={{ value: screens.open, max: screens.most, label: 'Open screens' }}
        warnings={warnings}
      >
        of at most {screens.most.toLocaleString('en-US')}.
        {openFiles !== null && ` The system allows ${openFiles.toLocaleString('en-US')} open files and connections.`}
      </Tile>
      <Tile name="Memory" value={bytesWords(memory)} warnings={warnings}>
        of the program. If it stays above 700 MB, restart at a quiet moment.
      </Tile>
      <Tile name="Address" value={publicUrl === null ? 'Not set' : hostOf(publicUrl)} warnings={warnings}>
        {publicUrl === null
          ? 'PUBLIC_URL is missing: QR codes lead to the address in the organiser’s browser.'
          : `QR codes and links lead to ${publicUrl}.`}
      </Tile>
    </ul>
  );
}

const diskUnknown = (kind: SystemState['database']['kind']): string =>
  kind === 'postgres' ? 'PostgreSQL’s disk may be on another machine.' : 'Free space not known.';

const hostOf = (address: string): string => new URL(address).host;

function Backups({ state: { backups, database }, warnings, zone }: TilesProps) {
  const now = useNow();
  if (backups === null) {
    return (
      <Tile name="Last backup" value="–" warnings={warnings}>
        {database.kind === 'postgres'
          ? 'Back PostgreSQL up with its own tools: pg_dump daily, hourly during the festival.'
          : 'A database in memory has none.'}
      </Tile>
    );
  }
  const { newest, bytes } = backups;
  return (
    <Tile name="Last backup" value={newest === null ? 'None yet' : relativeTime(newest, now)} warnings={warnings}>
      {newest === null
        ? 'The first is made a minute after the start, then one every hour.'
        : `${cardDate(newest, zone)}, ${clockTime(newest, zone)}, ${bytesWords(bytes ?? 0)}. Copy the folder to another machine.`}
    </Tile>
  );
}

type TileProps = {
  name: string;
  value: string;
  bar?: { value: number; max: number; label: string } | null;
  /** Shown are those about this tile. */
  warnings: readonly Warning[];
  children: ReactNode;
};

const Tile = ({ name, value, bar = null, warnings, children }: TileProps) => {
  const own = warnings.filter(({ id }) => partOf(id) === name);
  return (
    <Card
      as="li"
      id={anchorOf(name)}
      accent={own.length > 0 ? 'coral' : undefined}
      className="grid grid-cols-[minmax(0,1fr)] scroll-mt-24 content-start gap-2.5 p-4 sm:p-5"
    >
      <p className="text-mute">{name}</p>
      <p
        className={`font-display leading-[0.9] [overflow-wrap:anywhere] ${value.length > 14 ? 'text-3xl' : 'text-4xl'} ${own.length > 0 ? 'text-coral' : 'text-sun'}`}
      >
        {value}
      </p>
      {bar && <EnergyBar {...bar} colour={own.length > 0 ? 'coral' : 'sea'} />}
      <p className="text-sm text-pretty text-mute [overflow-wrap:anywhere]">{children}</p>
      {own.map(({ id, text }) => (
        <p key={id} className="flex gap-2 text-sm text-pretty [overflow-wrap:anywhere]">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-coral" />
          {text}
        </p>
      ))}
    </Card>
  );
};
