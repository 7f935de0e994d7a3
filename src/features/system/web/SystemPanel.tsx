import { useQuery } from '@tanstack/react-query';
import { counted } from '#platform/numbers.ts';
import { StaleTime } from '#platform/web/AsOf.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { useUpdatedAt } from '#platform/web/data-age.ts';
import { useNow } from '#platform/web/now.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Dusk } from '#platform/web/ui/dusk.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { SystemState } from '../contract.ts';
import { figureRows, workRows } from '../rules/rows.ts';
import { anchorOf, partOf, type Warning } from '../rules/warnings.ts';
import { FigureTable } from './parts/FigureTable.tsx';
import { systemQuery } from './queries.ts';

/** The instance that answered: its figures and its timed work. */
export function SystemPanel({ warnings, zone }: { warnings: readonly Warning[]; zone: string }) {
  const { data: state, isError, refetch } = useQuery(systemQuery);
  const updatedAt = useUpdatedAt(systemQuery.queryKey);
  const now = useNow();
  const isOld = !useConnected() || isError;
  if (state === undefined)
    return isError ? <LoadError title="The system didn’t load" onRetry={() => void refetch()} /> : <Loading />;
  const own = warnings.filter(({ id }) => partOf(id) !== undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Head state={state} problems={own} asOf={isOld ? updatedAt : null} zone={zone} />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-5">
        <FigureTable title="Program and server" rows={figureRows(state, now, zone)} warnings={own} />
        <FigureTable title="Timed work" rows={workRows(state.work, now, zone)} warnings={own} />
      </Card>
    </div>
  );
}

type HeadProps = { state: SystemState; problems: readonly Warning[]; asOf: string | null; zone: string };

function Head({ state, problems, asOf, zone }: HeadProps) {
  const { instance, isAlone } = state;
  return (
    <Dusk>
      {asOf === null ? (
        <Verdict problems={problems.length} />
      ) : (
        <p className="font-display text-5xl leading-[0.85] text-mute uppercase">
          As of <StaleTime at={asOf} zone={zone} />
        </p>
      )}
      <div className="grid gap-1 text-pretty [overflow-wrap:anywhere]">
        {asOf !== null && <p>The server doesn’t answer. These figures are old.</p>}
        {problems.length > 0 && <Problems problems={problems} />}
        {!isAlone && (
          <p className="text-sm text-mute">
            Answered by {instance}. Each instance shows its own figures, so they change when another one answers.
          </p>
        )}
      </div>
    </Dusk>
  );
}

const Verdict = ({ problems }: { problems: number }) => (
  <p className={`font-display text-5xl leading-[0.85] uppercase ${problems === 0 ? 'text-lime' : 'text-coral'}`}>
    {problems === 0 ? 'All well' : counted(problems, 'problem')}
  </p>
);

/** What has a problem, with a link to where it is said: on a phone that is screens away. */
const Problems = ({ problems }: { problems: readonly Warning[] }) => (
  <p className="flex flex-wrap gap-x-4">
    {[...new Set(problems.flatMap(({ id }) => partOf(id) ?? []))].map((name) => (
      <a key={name} href={`#${anchorOf(name)}`} className="inline-flex min-h-11 items-center text-coral underline">
        {name}
      </a>
    ))}
  </p>
);

const Loading = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading the system</span>
    <Skeleton className="h-28 rounded-2xl" />
    <Skeleton className="h-80 rounded-2xl" />
  </div>
);
