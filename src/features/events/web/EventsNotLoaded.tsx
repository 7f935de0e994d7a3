import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';

export const EventsNotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    icon={<CloudOff />}
    title="The events didn’t load"
    text="The connection may have dropped."
    action={
      <Button tone="sea" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
