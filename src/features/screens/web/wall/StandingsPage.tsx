import { useQuery } from '@tanstack/react-query';
import { useFrozenAt } from '#features/points/web/FrozenNote.tsx';
import { standings, starsOf } from '#features/scores/rules/standings.ts';
import { usersQuery } from '#features/users/web/queries.ts';
import { clockTime } from '#platform/time.ts';
import { WallHead } from './WallHead.tsx';

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
