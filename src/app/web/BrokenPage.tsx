import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { useLoss, whenConnected } from '#platform/web/connection.ts';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { BY_ITSELF } from '#platform/web/ui/load-error.tsx';

/** Shown instead of a screen that failed to render or to load. A lost connection that returns loads it. */
export function BrokenPage() {
  const isLoss = useLoss();
  useEffect(() => whenConnected(() => location.reload()), []);
  return (
    <PageFrame>
      <EmptyState
        icon={<TriangleAlert />}
        title={isLoss ? 'No connection' : 'This page didn’t load'}
        text={
          isLoss
            ? `This page didn’t load. ${BY_ITSELF} Your places are safe.`
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
