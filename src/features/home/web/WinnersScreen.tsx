import { useQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { winnersQuery } from '#features/brackets/web/queries.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError, Skeleton } from '#platform/web/ui/loading.tsx';
import { ShareButton } from '#platform/web/ui/share-button.tsx';
import { WinnersList } from './Thanks.tsx';

/** Who won what, to be shared. */
export function WinnersScreen() {
  const { data: winners, isError, refetch } = useQuery(winnersQuery);
  const { name } = useFestival();
  const isEmpty = winners !== undefined && winners.tournaments.length + winners.top.length === 0;
  return (
    <PageFrame>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>WINNERS</PageTitle>
        {winners && !isEmpty && <ShareButton title={`the winners of ${name}`} path="/winners" />}
      </div>
      {winners === undefined &&
        (isError ? (
          <LoadError title="The winners didn’t load" onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64" />
        ))}
      {isEmpty && (
        <EmptyState icon={<Trophy />} title="Nobody has won yet" text="Decided tournaments stand here at once." />
      )}
      {winners && !isEmpty && <WinnersList winners={winners} />}
    </PageFrame>
  );
}
