import { useQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { winnersQuery } from '#features/brackets/web/queries.ts';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError, Skeleton } from '#platform/web/ui/loading.tsx';
import { WinnersList } from './Thanks.tsx';

/** Who won what, to be shared. */
export function WinnersScreen() {
  const { data: winners, isError, refetch } = useQuery(winnersQuery);
  const isEmpty = winners !== undefined && winners.tournaments.length + winners.top.length === 0;
  return (
    <PageFrame>
      <PageTitle>WINNERS</PageTitle>
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
