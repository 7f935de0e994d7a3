import { useQuery } from '@tanstack/react-query';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import SearchX from 'lucide-react/icons/search-x';
import Trophy from 'lucide-react/icons/trophy';
import { useDeferredValue, useMemo, useState } from 'react';
import { withName } from '#features/people/users/rules.ts';
import { MyCode } from '#features/people/users/web/MyCode.tsx';
import { myAccountsQuery, usersQuery } from '#features/people/users/web/state.ts';
import { counted, ordinal } from '#platform/numbers.ts';
import { LazyBoundary } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SearchField } from '#platform/web/ui/field.tsx';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError, Skeleton } from '#platform/web/ui/loading.tsx';
import { FrozenNote } from '../../web/FrozenNote.tsx';
import { PointsDialog, ScannedAccount } from '../../web/PointsButton.tsx';
import { podiumOf, type Standing, standings, standingsOf } from '../rules/standings.ts';
import { Podium } from './Podium.tsx';
import { MyLine, NoAccount, type OnPoints } from './parts/MyLine.tsx';
import { topScoresQuery } from './queries.ts';
import { ScoreRows, type Wanted } from './ScoreRows.tsx';

export function ScoreboardPage({ zone }: { zone: string }) {
  const { ranked, count, ...rest } = useScores();
  const [q, setQ] = useState('');
  const [wanted, setWanted] = useState<Wanted>(null);
  // Asked again on each visit: an account may be new.
  const { data: accounts } = useQuery({ ...myAccountsQuery, refetchOnMount: 'always' });
  const mine = useMemo(() => standingsOf(ranked ?? [], accounts ?? []), [ranked, accounts]);
  const [askedOf, ask] = useState<Standing | null>(null);
  const asked = mine.find(({ id }) => id === askedOf?.id);
  const close = () => ask(null);
  const find = (standing: Standing) => {
    setQ('');
    setWanted({ ...standing });
  };
  return (
    <PageFrame>
      <div className="[&:has(~.at-foot)]:pb-20 col-start-1 row-start-1 mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 wide:max-w-none">
        <header className="grid gap-4 lg:grid-cols-[1fr_15rem] lg:items-end">
          <div className="grid gap-2">
            <PageTitle>HIGH SCORES</PageTitle>
            {/* As high with the button as without: which accounts are this device's is known only after the page is drawn. */}
            {count !== 0 && (
              <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
                <p className="text-mute">{count !== undefined && counted(count, 'competitor')}</p>
                <span className="flex flex-wrap items-center gap-2">
                  <FindMe mine={mine} last={wanted} onFind={find} />
                  <MyCode />
                </span>
              </div>
            )}
          </div>
          {count !== 0 && (
            <SearchField
              label="Search names"
              quietLabel
              placeholder="Search a name…"
              value={q}
              onSearch={(typed) => {
                setQ(typed);
                setWanted(null);
              }}
            />
          )}
        </header>
        <FrozenNote zone={zone} />
        <Board
          ranked={ranked}
          count={count}
          q={useDeferredValue(q)}
          mine={mine}
          wanted={wanted}
          onPoints={ask}
          {...rest}
        />
      </div>
      {mine[0] && <MyLine standing={mine[0]} onPoints={ask} />}
      <NoAccount />
      <ScannedAccount />
      {asked && (
        <LazyBoundary onMissing={close}>
          <PointsDialog
            user={asked}
            description={`${ordinal(asked.rank)} with ${counted(asked.score, 'point')}`}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </PageFrame>
  );
}

/** The whole list; until it is loaded, the best that came with the page. */
function useScores() {
  const { data: top } = useQuery(topScoresQuery);
  // Structural sharing over thousands of users costs a phone more than rendering the visible few.
  const all = useQuery({ ...usersQuery, structuralSharing: false });
  const users = all.data ?? top?.users;
  return {
    ranked: useMemo(() => users && standings(users), [users]),
    count: all.data?.length ?? top?.count,
    failed: all.isError && all.data === undefined,
    retry: () => void all.refetch(),
  };
}

type FindMeProps = {
  mine: readonly Standing[];
  last: Wanted;
  onFind: (standing: Standing) => void;
};

/** Button that jumps to this device's row; with several, to one after the other. */
function FindMe({ mine, last, onFind }: FindMeProps) {
  const next = mine[(mine.findIndex(({ id }) => id === last?.id) + 1) % mine.length];
  if (next === undefined) return null;
  const label = mine.length === 1 ? `You’re ${ordinal(next.rank)}` : undefined;
  return (
    <Button tone="ghost" aria-label={label} onClick={() => onFind(next)}>
      <LocateFixed aria-hidden="true" className={label && 'max-sm:hidden'} />
      <span className="max-sm:sr-only">{label === undefined ? 'Find us' : 'You’re'}</span>
      {label !== undefined && ordinal(next.rank)}
    </Button>
  );
}

type BoardProps = {
  ranked: readonly Standing[] | undefined;
  count: number | undefined;
  q: string;
  mine: readonly Standing[];
  wanted: Wanted;
  onPoints: OnPoints;
  failed: boolean;
  retry: () => void;
};

function Board({ ranked, count = 0, q, mine, wanted, onPoints, failed, retry }: BoardProps) {
  const found = useMemo(() => ranked && withName(ranked, q), [ranked, q]);
  const mineIds = useMemo(() => new Set(mine.map(({ id }) => id)), [mine]);
  const error = failed && <LoadError title="The scores didn’t load" more="Your points are safe." onRetry={retry} />;
  if (ranked === undefined || found === undefined) return error || <Loading />;
  if (ranked.length === 0) return <NothingYet />;
  const whole = ranked.length >= count;
  const searching = found !== ranked;
  const podium = searching ? [] : podiumOf(ranked);
  return (
    <>
      <p role="status" className="sr-only">
        {searching && whole ? `${found.length.toLocaleString('en-US')} found` : ''}
      </p>
      <div className={SIDE_BY_SIDE}>
        {podium.length > 0 && (
          <Podium standings={podium} count={count} mine={mineIds} wanted={wanted} onPoints={onPoints} />
        )}
        {found.length > podium.length && (
          <ScoreRows
            standings={podium.length === 0 ? found : found.slice(podium.length)}
            above={podium.length}
            count={searching ? found.length : count}
            mine={mineIds}
            wanted={searching ? null : wanted}
            onPoints={onPoints}
          />
        )}
      </div>
      {whole && found.length === 0 && <NoneFound />}
      {!whole &&
        (error || (
          <p role="status" className="text-mute">
            Loading scores...
          </p>
        ))}
    </>
  );
}

/** On very wide screens the podium stays beside the list. */
const SIDE_BY_SIDE =
  'grid grid-cols-[minmax(0,1fr)] gap-6 wide:grid-cols-2 wide:items-start wide:*:first:sticky wide:*:first:top-[calc(var(--header-end)+1.5rem)]';

const Loading = () => (
  <div role="status" className="grid gap-4">
    <p className="text-mute">Loading scores...</p>
    <Skeleton className="h-40 rounded-2xl" />
    {['one', 'two', 'three', 'four', 'five'].map((name) => (
      <Skeleton key={name} className="h-13" />
    ))}
  </div>
);

const NothingYet = () => (
  <EmptyState
    icon={<Trophy />}
    title="No scores yet. Be the first to compete!"
    text="Register on the home page with a name, play something, and your points appear here."
  />
);

const NoneFound = () => (
  <EmptyState icon={<SearchX />} title="Nobody found" text="Nobody on the scoreboard has a name like that." />
);
