import { useQuery } from '@tanstack/react-query';
import { nameLength } from '#features/brackets/web/wall/display-words.ts';
import { useFrozenAt } from '#features/points/web/FrozenNote.tsx';
import { standings, starsOf } from '#features/scores/rules/standings.ts';
import { usersQuery } from '#features/users/web/queries.ts';
import { clockTime } from '#platform/time.ts';
import { WallHead } from './WallHead.tsx';

const SHOWN = 20;
const PER_PART = 10;

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
  const longest = Math.max(0, ...best.map(({ name }) => name.length));
  return (
    <>
      <WallHead title="High scores" zone={zone}>
        {frozenAt !== null && `Standings of ${clockTime(frozenAt, zone)}. The rest is told at the ceremony.`}
      </WallHead>
      <ol className="wall-standings" data-length={nameLength(longest)}>
        {best.slice(shown * PER_PART, (shown + 1) * PER_PART).map(({ id, rank, name, score }) => {
          const stars = starsOf({ rank, score });
          return (
            <li key={id} data-rank={stars > 0 ? rank : undefined}>
              <span className="wall-rank">{rank}</span>
              <span className="wall-name">
                {name}
                {stars > 0 && (
                  <span aria-hidden="true" className="wall-stars">
                    {' '}
                    {'★'.repeat(stars)}
                  </span>
                )}
              </span>
              <span className="wall-score">{score.toLocaleString('en-US')}</span>
            </li>
          );
        })}
      </ol>
      {more > 0 && shown === parts - 1 && (
        <p className="wall-more">
          and {more.toLocaleString('en-US')} more {more === 1 ? 'shares' : 'share'} rank {last}
        </p>
      )}
    </>
  );
}
