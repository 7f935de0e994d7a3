import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';

/** Shown instead of a screen that failed to render or to load. */
export function BrokenPage() {
  return (
    <PageFrame>
      <EmptyState
        icon={<TriangleAlert />}
        title="This page didn’t load"
        text="The connection may have dropped. Your places are safe."
        action={
          <Button tone="sea" onClick={() => location.reload()}>
            Load it again
          </Button>
        }
      />
    </PageFrame>
  );
}
