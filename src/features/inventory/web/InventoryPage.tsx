import Dices from 'lucide-react/icons/dices';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { counted } from '#platform/numbers.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SearchField, SelectField } from '#platform/web/ui/field.tsx';
import { hideKeyboard } from '#platform/web/ui/focus.ts';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { OpenGames } from '../open-games/web/OpenGames.tsx';
import { GAMES_SHOWN, type GameFilter, matchesFilter, whyNotRemoveGame } from '../rules.ts';
import { GameCard, TYPE_CHOICES } from './GameCard.tsx';
import { useGames } from './queries.ts';

type ShowMoreProps = { words: string; onMore: () => void };

/** Distance below the screen at which more is shown automatically. */
const AHEAD = '1200px';

/** Shows more of a long list when its end comes near, or when pressed. */
function ShowMore({ words, onMore }: ShowMoreProps) {
  const marker = useRef<HTMLParagraphElement>(null);
  // Observed again after each render: an observer reports only changes, and the end may still be near.
  useEffect(() => {
    if (marker.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <p ref={marker} className="flex justify-center">
      <Button tone="ghost" onClick={onMore}>
        {words}
      </Button>
    </p>
  );
}

type GameFiltersProps = { filter: GameFilter; onChange: (change: Partial<GameFilter>) => void };

const readType = (value: string) => TYPE_CHOICES.find((choice) => choice.value === value)?.value || null;

const GameFilters = ({ filter, onChange }: GameFiltersProps) => (
  <form
    aria-label="Find games"
    onSubmit={hideKeyboard}
    className="flex w-full max-w-130 flex-wrap gap-2.5 *:first:flex-[999_1_8rem] *:last:flex-auto"
  >
    <SearchField
      label="Search games"
      quietLabel
      placeholder="Game or owner…"
      value={filter.q}
      onSearch={(q) => onChange({ q })}
    />
    <SelectField
      label="Type of game"
      quietLabel
      options={TYPE_CHOICES}
      value={filter.type ?? ''}
      onChange={(change) => onChange({ type: readType(change.target.value) })}
    />
  </form>
);

const AddGameDialog = onDemand(() => import('./AddGameDialog.tsx').then((module) => module.AddGameDialog));

const LookDialog = onDemand(() => import('../open-games/web/LookDialog.tsx').then((module) => module.LookDialog));

const ALL: GameFilter = { q: '', type: null };
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4 sm:gap-5';

export function InventoryPage() {
  const adding = useDialog();
  const looking = useDialog<string>();
  return (
    <PageFrame>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-2">
          <PageTitle>GAME INVENTORY</PageTitle>
          <p className="text-mute">Share what you're bringing to the fest</p>
        </div>
        <Button tone="sun" className="w-full sm:w-auto" onClick={() => adding.open()}>
          <Plus aria-hidden="true" />
          Add Game
        </Button>
      </header>
      <OpenGames onLook={() => looking.open('')} />
      <Library onAdd={() => adding.open()} onLook={looking.open} />
      {adding.show(() => (
        <AddGameDialog onClose={adding.close} />
      ))}
      {looking.show((game) => (
        <LookDialog game={game} onClose={looking.close} />
      ))}
    </PageFrame>
  );
}

type LibraryProps = { onAdd?: (() => void) | undefined; onLook?: (game: string) => void };

/** The games with their search; at a helper's desk only to lend and take back. */
export function Library(props: LibraryProps) {
  const [filter, setFilter] = useState(ALL);
  return (
    <>
      <GameFilters filter={filter} onChange={(change) => setFilter((before) => ({ ...before, ...change }))} />
      <Games filter={useDeferredValue(filter)} onClear={() => setFilter(ALL)} {...props} />
    </>
  );
}

type GamesProps = LibraryProps & { filter: GameFilter; onClear: () => void };

function Games({ filter, onClear, onAdd, onLook }: GamesProps) {
  const { on: admin } = useAdminMode();
  const { games, mine, failed, retry } = useGames();
  const [shown, setShown] = useState(GAMES_SHOWN);
  const found = useMemo(() => {
    const matching = games?.filter((game) => matchesFilter(game, filter));
    // At the desk what is to come back is first.
    return onLook ? matching : matching?.sort((one, other) => Number(one.lent === null) - Number(other.lent === null));
  }, [games, filter, onLook]);
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
              onLook={onLook}
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

const NothingYet = ({ onAdd }: LibraryProps) => (
  <EmptyState
    icon={<Dices />}
    title="No games in inventory yet"
    text="Bringing a favourite? Put it here, and somebody will ask you for a round."
    action={
      onAdd && (
        <Button tone="sea" onClick={onAdd}>
          Add Your First Game
        </Button>
      )
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
