import { useQuery } from '@tanstack/react-query';
import { freeWords, openAt, whenWords } from '#features/inventory/open-games/rules.ts';
import { openGamesQuery } from '#features/inventory/open-games/web/queries.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useWide } from './use-fit.ts';
import { partWords, WallHead } from './WallPages.tsx';

/** Who looks for players, and where to go. */
export function OpenGamesPage({ part, zone }: { part: (parts: number) => number; zone: string }) {
  const now = useNow();
  const perPart = useWide() ? 6 : 4;
  const games = openAt(useQuery(openGamesQuery).data ?? [], now);
  const parts = Math.ceil(games.length / perPart);
  const shown = part(parts);
  return (
    <>
      <WallHead title="Open games" zone={zone}>
        {partWords(shown, parts) ?? 'Join in the app, or come by.'}
      </WallHead>
      <ul className="wall-rooms grid min-h-0 flex-1 auto-rows-fr gap-1.5">
        {games.slice(shown * perPart, (shown + 1) * perPart).map((game) => (
          <li key={game.id} className="wall-card grid auto-rows-max content-center-safe px-2">
            <p className="wall-room line-clamp-2 text-sun">{whenWords(game, now, zone)}</p>
            <p className="wall-on line-clamp-2 font-semibold">{game.game}</p>
            <p className="wall-ends line-clamp-2">{game.location}</p>
            <p className="wall-ends line-clamp-2 text-mute">
              {freeWords(game)} · {game.host}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
