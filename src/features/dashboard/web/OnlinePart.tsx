import { type ReactNode, useCallback, useEffect } from 'react';
import { whenConnected } from '#platform/web/connection.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ErrorBoundary, PromptSuspense, retryFailedParts } from '#platform/web/on-demand.tsx';
import { useOtherBuild } from '#platform/web/page-build.ts';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';

type OnlinePartProps = { what: 'screens' | 'standings' | 'claims'; children: ReactNode };

/** A part whose code phones do not keep for a time without network. */
export function OnlinePart({ what, children }: OnlinePartProps) {
  const hydrated = useHydrated();
  const loading = <Loading words={`Loading ${what}`} count={2} className="h-28 rounded-2xl" />;
  if (!hydrated) return loading;
  return (
    <ErrorBoundary fallback={(retry) => <Missing what={what} retry={retry} />}>
      <PromptSuspense fallback={loading}>{children}</PromptSuspense>
    </ErrorBoundary>
  );
}

function Missing({ what, retry }: { what: string; retry: () => void }) {
  // A server that was updated has the code under another name.
  const isUpdated = useOtherBuild();
  const again = useCallback(() => {
    retryFailedParts();
    retry();
  }, [retry]);
  useEffect(() => whenConnected(again), [again]);
  return (
    <LoadError
      title={`The ${what} didn’t load`}
      text={isUpdated ? 'There is a new version of this site. Load the page again to use it.' : undefined}
      onRetry={isUpdated ? () => location.reload() : again}
    />
  );
}
