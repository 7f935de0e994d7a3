import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useLoss, whenConnected } from '#platform/web/connection.ts';
import { retryFailedParts } from '#platform/web/on-demand.tsx';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';

/** Shown instead of a screen that failed to render or to load. A lost connection that returns loads it. */
export function BrokenPage({ retry }: { retry: () => void }) {
  const isLoss = useLoss();
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
        title={isLoss ? 'No connection' : 'This page didn’t load'}
        text={
          isLoss
            ? 'This page didn’t load. It loads when the connection returns. Your places are safe.'
            : 'The connection may have dropped. Your places are safe.'
        }
        action={
          <Button tone="sea" onClick={() => location.reload()}>
            Load it again
          </Button>
        }
      />
    </PageFrame>
  );
}
