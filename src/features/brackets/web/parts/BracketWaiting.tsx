import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/** Placeholder while a bracket loads. */
export const BracketWaiting = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) =>
  failed ? (
    <LoadError title="The bracket didn’t load" more="Every result that was saved is safe." onRetry={onRetry} />
  ) : (
    <div role="status">
      <span className="sr-only">Loading the bracket</span>
      <Skeleton className="h-80 rounded-2xl" />
    </div>
  );
