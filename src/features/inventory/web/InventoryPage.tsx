import Dices from 'lucide-react/icons/dices';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import { GAMES_SHOWN, type GameFilter, matchesFilter, whyNotRemoveGame } from '../rules.ts';
import { GameCard } from './GameCard.tsx';
import { GameFilters } from './GameFilters.tsx';
import { ShowMore } from './parts/ShowMore.tsx';
import { useGames } from './queries.ts';

const AddGameDialog = onDemand(() => import('./AddGameDialog.tsx').then((module) => module.AddGameDialog));

const ALL: GameFilter = { q: '', type: null };
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4 sm:gap-5';

export function InventoryPage() {
  const [filter, setFilter] = useState(ALL);
  const [adding, setAdding] = useState(false);
  return (
    <PageFrame>
      <header className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="grid gap-2">
            <PageTitle>GAME INVENTORY</PageTitle>
            <p className="text-mute">Share what you're bringing to the fest</p>
          </div>
          <Button tone="sun" className="w-full sm:w-auto" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add Game
          </Button>
        </div>
        <GameFilters filter={filter} onChange={(change) => setFilter((before) => ({ ...before, ...change }))} />
      </header>
      <Games filter={useDeferredValue(filter)} onClear={() => setFilter(ALL)} onAdd={() => setAdding(true)} />
      <LazyBoundary onMissing={() => setAdding(false)}>
        {adding && <AddGameDialog onClose={() => setAdding(false)} />}
      </LazyBoundary>
    </PageFrame>
  );
}

type GamesProps = { filter: GameFilter; onClear: () => void; onAdd: () => void };

function Games({ filter, onClear, onAdd }: GamesProps) {
  const { on: admin } = useAdminMode();
  const { games, mine, failed, retry } = useGames();
  const [shown, setShown] = useState(GAMES_SHOWN);
  const found = useMemo(() => games?.filter((game) => matchesFilter(game, filter)), [games, filter]);
  if (games === undefined || found === undefined) {
    return failed ? (
      <LoadError title="The games didn’t load" onRetry={retry} />
    ) : (
      <Loading words="Loading games" count={6} list={GRID} className="h-54 rounded-2xl" />
    );
  }
  if (games.length === 0) return <NothingYet onAdd={onAdd} />;
  return (
    <>
      <p role="status" className="sr-only">
        {(filter.q.trim() !== '' || filter.type !== null) && `${counted(found.length, 'game')} found`}
      </p>
      {found.length === 0 && <NoneFound onClear={onClear} />}
      <ul className={`${GRID} empty:hidden`}>
        {found.slice(0, shown).map((game) => (
          <li key={game.id}>
            <GameCard
              game={game}
              mine={mine.has(game.id)}
              removable={whyNotRemoveGame({ mine: mine.has(game.id), admin }) === null}
            />
          </li>
        ))}
      </ul>
      {failed && <LoadError title="The other games didn’t load" onRetry={retry} />}
      {found.length > shown && (
        <ShowMore words={`Show more games (${found.length - shown})`} onMore={() => setShown(shown + GAMES_SHOWN)} />
      )}
    </>
  );
}

const NothingYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={<Dices />}
    title="No games in inventory yet"
    text="Bringing a favourite? Put it here, and somebody will ask you for a round."
    action={
      <Button tone="sea" onClick={onAdd}>
        Add Your First Game
      </Button>
    }
  />
);

const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title="No games found"
    text="Try another word, or look through everything."
    action={
      <Button tone="sea" onClick={onClear}>
        Show all games
      </Button>
    }
  />
);
