import { useQuery } from '@tanstack/react-query';
import { Dusk } from '#platform/web/ui/dusk.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { SystemState } from '../contract.ts';
import { isOfSystem } from '../rules/warnings.ts';
import { spanWords } from '../rules/words.ts';
import { LastHour } from './parts/LastHour.tsx';
import { Tiles } from './parts/Tiles.tsx';
import { TimedWorkList } from './parts/TimedWorkList.tsx';
import { systemQuery } from './queries.ts';

/** As Needs attention shows it; tiles show theirs again. */
export type Warning = { readonly id: string; readonly text: string };

/** The instance that answered: its figures, its last hour and its timed work. */
export function SystemPanel({ warnings, zone }: { warnings: readonly Warning[]; zone: string }) {
  const { data: state, isError, refetch } = useQuery(systemQuery);
  if (state === undefined)
    return isError ? <LoadError title="The system didn’t load" onRetry={() => void refetch()} /> : <Loading />;
  const own = warnings.filter(({ id }) => isOfSystem(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Head state={state} problems={own.length} />
      <Tiles state={state} warnings={own} zone={zone} />
      <LastHour state={state} />
      <TimedWorkList work={state.work} />
    </div>
  );
}

function Head({ state, problems }: { state: SystemState; problems: number }) {
  const { version, release, node, upSeconds, instance, isAlone } = state;
  return (
    <Dusk>
      <p className={`font-display text-5xl leading-[0.85] uppercase ${problems === 0 ? 'text-lime' : 'text-coral'}`}>
        {problems === 0 ? 'All well' : problems === 1 ? '1 problem' : `${problems} problems`}
      </p>
      <div className="grid gap-1 text-pretty [overflow-wrap:anywhere]">
        <p>
          Version <strong className="font-semibold">{version}</strong>, up for{' '}
          <strong className="font-semibold">{spanWords(upSeconds)}</strong>
        </p>
        <p className="text-sm text-mute">
          Release {release} · Node {node}
        </p>
        {!isAlone && (
          <p className="text-sm text-mute">
            Answered by {instance}. Each instance tells its own figures, so they change when another one answers.
          </p>
        )}
      </div>
    </Dusk>
  );
}

const Loading = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading the system</span>
    <Skeleton className="h-28 rounded-2xl" />
    <Skeleton className="h-80 rounded-2xl" />
    <Skeleton className="h-80 rounded-2xl" />
  </div>
);
