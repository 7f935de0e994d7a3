import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/** Stands in a bracket's place until it is there. */
export const BracketWaiting = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) =>
  failed ? (
    <EmptyState
      icon={<CloudOff />}
      title="The bracket didn’t load"
      text="The connection may have dropped. Every result that was saved is safe."
      action={
        <Button tone="sea" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  ) : (
    <div role="status">
      <span className="sr-only">Loading the bracket</span>
      <Skeleton className="h-80 rounded-2xl" />
    </div>
  );
