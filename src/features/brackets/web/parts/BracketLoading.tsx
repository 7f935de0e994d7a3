import Network from 'lucide-react/icons/network';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';

/** In place of a bracket that is loading or did not load. */
export const BracketLoading = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) =>
  failed ? (
    <LoadError title="The bracket didn’t load" more="Every result that was saved is safe." onRetry={onRetry} />
  ) : (
    <Loading words="Loading the bracket" className="h-80 rounded-2xl" />
  );

/** In place of a bracket that is not drawn. */
export const NoBracket = () => (
  <EmptyState icon={<Network />} title="No bracket yet" text="It is drawn once the players are checked in." />
);
