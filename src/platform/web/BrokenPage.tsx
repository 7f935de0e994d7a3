import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useLoss, whenConnected } from '#platform/web/connection.ts';
import { endHydration, useHydrated } from '#platform/web/hydrated.ts';
import { retryFailedParts } from '#platform/web/on-demand.tsx';
import { useOtherBuild } from '#platform/web/page-build.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { PageFrame } from '#platform/web/ui/frames.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';

/**
 * Rendered last. Lets lists arrive that differ from the server's page, and sets the attribute tests wait for: the screen
 * shows its address and event handlers are attached.
 */
export function Alive() {
  const hydrated = useHydrated();
  useEffect(() => {
    if (!hydrated) return;
    document.documentElement.dataset.alive = 'true';
    endHydration();
  }, [hydrated]);
  return null;
}

const whyWords = (isLoss: boolean, isUpdated: boolean): string => {
  if (isLoss) return 'This page didn’t load. It loads when the connection returns.';
  return isUpdated
    ? 'There is a new version of this site. Load the page again to use it.'
    : 'The connection may have dropped.';
};

/** Shown instead of a screen that failed to render or to load. A lost connection that returns loads it. */
export function BrokenPage({ retry }: { retry: () => void }) {
  const isLoss = useLoss();
  const isUpdated = useOtherBuild();
  // Not a reload, which would end at the browser's own error page when the network is lost again.
  useEffect(
    () =>
      whenConnected(() => {
        retryFailedParts();
        retry();
      }),
    [retry],
  );
  return (
    <PageFrame>
      <EmptyState
        icon={<TriangleAlert />}
        title={isLoss ? 'No connection' : isUpdated ? 'New version' : 'This page didn’t load'}
        text={`${whyWords(isLoss, isUpdated)} Your places are safe.`}
        action={
          <Button tone="sea" onClick={() => location.reload()}>
            Load it again
          </Button>
        }
      />
    </PageFrame>
  );
}
