import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useLoss, whenConnected } from '#platform/web/connection.ts';
import { retryFailedParts } from '#platform/web/on-demand.tsx';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { useOtherBuild } from '#platform/web/page-build.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';

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
