import { useQuery } from '@tanstack/react-query';
import type { Room } from '#features/festival/contract.ts';
import { roomNamed } from '#features/festival/rules/rooms.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { MessageText } from '#features/news/messages/web/parts/MessageText.tsx';
import { usePublicMessages } from '#features/news/messages/web/state.ts';
import { usersQuery } from '#features/people/users/web/state.ts';
import { standings, starsOf } from '#features/points/scores/rules/standings.ts';
import { useFrozenAt } from '#features/points/web/FrozenNote.tsx';
import { RoomMap } from '#features/rooms/web/RoomMap.tsx';
import { isolated } from '#platform/names.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { shownAddress } from '#platform/web/page-build.ts';
import { QrCode, useOwnAddress } from '#platform/web/ui/qr-code.tsx';

/** The way to the app, for a phone's camera. */
export function AppPage() {
  const { name, dates } = useFestival();
  const address = useOwnAddress('/');
  return (
    <section className="wall-app wall-lead grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-6">
      <div className="grid gap-3">
        <h1 className="pixel-title wall-huge text-sun">{name}</h1>
        <p className="text-mute">{dates}</p>
        <ul className="grid gap-1.5">
          <li>Scan the code with your phone’s camera.</li>
          <li>Find your games, take your places.</li>
          <li>See what comes next, and who leads.</li>
        </ul>
        <p className="font-semibold text-sea">{shownAddress(address)}</p>
      </div>
      <QrCode address="/" label={`Code that leads to ${address}`} />
    </section>
  );
}

/** Numbers mean nothing without the list. */
const NO_PINS: readonly Room[] = [];

/** Where the rooms are, and this wall. */
export function MapPage({ room, zone }: { room: string | null; zone: string }) {
  const { rooms, mapPicture } = useFestival();
  const here = room === null ? undefined : roomNamed(rooms, room);
  if (mapPicture == null || rooms === undefined) return <Calm zone={zone} />;
  return (
    <>
      <WallHead title="Rooms" zone={zone}>
        {here && `You are here: ${here.name}`}
      </WallHead>
      <div className="wall-map grid min-h-0 flex-1 place-items-center">
        <RoomMap picture={mapPicture} rooms={NO_PINS} marked={here} words="You are here" />
      </div>
    </>
  );
}

/** While no page has anything to say. */
export function Calm({ zone }: { zone: string }) {
  const { name, dates } = useFestival();
  const now = useNow();
  return (
    <section className="wall-calm wall-lead grid h-full place-content-center justify-items-center gap-4 text-center text-mute">
      <h1 className="pixel-title wall-huge text-sun">{name}</h1>
      <p>{dates}</p>
      <p className="wall-time text-[4.5em] text-ink">{clockTime(now, zone)}</p>
    </section>
  );
}

type WallHeadProps = { title: string; zone: string; children?: React.ReactNode };

/** What the page is, what belongs to all of it, and the time. */
export function WallHead({ title, zone, children }: WallHeadProps) {
  const now = useNow();
  return (
    <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h1 className={`pixel-title min-w-0 flex-1 ${title.length > 24 ? 'wall-large' : 'wall-title'}`}>{title}</h1>
      {children && <p className="wall-small text-mute portrait:order-1 portrait:w-full">{children}</p>}
      <p className="wall-time wall-large text-sun">{clockTime(now, zone)}</p>
    </header>
  );
}

/** 'page 2 of 3', where there are several. */
export const partWords = (part: number, parts: number): string | null => (parts > 1 ? `${part + 1} of ${parts}` : null);

const SHOWN = 20;
const PER_PART = 10;
/** By stars: none, bronze, silver, gold. */
const COLOURS = ['text-mute', 'text-bronze', 'text-silver', 'text-sun'];

/** The twenty who lead the competition, in turns. */
export function StandingsPage({ part, zone }: { part: (parts: number) => number; zone: string }) {
  const { data: users = [] } = useQuery(usersQuery);
  const frozenAt = useFrozenAt();
  const ranked = standings(users.filter(({ score }) => score > 0));
  const best = ranked.slice(0, SHOWN);
  const last = best.at(-1)?.rank;
  const more = ranked.slice(SHOWN).filter(({ rank }) => rank === last).length;
  const parts = Math.ceil(best.length / PER_PART);
  const shown = part(parts);
  return (
    <>
      <WallHead title="High scores" zone={zone}>
        {frozenAt !== null && `Standings of ${clockTime(frozenAt, zone)}. The rest is told at the ceremony.`}
      </WallHead>
      <ol className="wall-standings wall-lead grid min-h-0 flex-1 auto-cols-[minmax(0,1fr)] grid-flow-col gap-x-2.5 gap-y-1.5">
        {best.slice(shown * PER_PART, (shown + 1) * PER_PART).map(({ id, rank, name, score }) => {
          const stars = starsOf({ rank, score });
          return (
            <li
              key={id}
              data-rank={stars > 0 ? rank : undefined}
              className="wall-card flex items-center-safe gap-1.5 px-2"
            >
              <span className={`wall-time wall-title w-[2ch] ${COLOURS[stars]}`}>{rank}</span>
              <span className="line-clamp-2 flex-1 leading-[1.1] font-semibold">
                {name}
                {stars > 0 && <span aria-hidden="true" className={COLOURS[stars]}>{` ${'★'.repeat(stars)}`}</span>}
              </span>
              <span className="wall-time wall-title text-sun">{score.toLocaleString('en-US')}</span>
            </li>
          );
        })}
      </ol>
      {more > 0 && shown === parts - 1 && (
        <p className="text-mute">
          and {more.toLocaleString('en-US')} more {more === 1 ? 'shares' : 'share'} rank {last}
        </p>
      )}
    </>
  );
}

/** The messages to everybody, one at a time; urgent ones fill the wall by themselves. */
export function MessagesPage({ part, zone }: { part: (parts: number) => number; zone: string }) {
  const messages = usePublicMessages().filter(({ urgent }) => !urgent);
  const shown = part(messages.length);
  const message = messages[shown];
  if (message === undefined) return null;
  const { text, from, at } = message;
  return (
    <>
      <WallHead title="Messages" zone={zone}>
        {partWords(shown, messages.length)}
      </WallHead>
      <article className="wall-message wall-huge grid flex-1 content-center gap-3">
        <MessageText text={text} />
        <p className="wall-text text-mute">
          {isolated(from)}, {clockTime(at, zone)}
        </p>
      </article>
    </>
  );
}
