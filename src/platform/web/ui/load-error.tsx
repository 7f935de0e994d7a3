import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from './button.tsx';
import { EmptyState } from './empty.tsx';

type LoadErrorProps = {
  /** 'The games didn’t load' */
  title: string;
  /** What is still safe; shown after the sentence about the connection. */
  more?: string;
  /** Replaces the sentence about the connection. */
  text?: string;
  onRetry: () => void;
};

/** Message for a list that could not be fetched, with a retry button. */
export const LoadError = ({ title, more, text = 'The connection may have dropped.', onRetry }: LoadErrorProps) => (
  <EmptyState
    icon={<CloudOff />}
    title={title}
    text={more === undefined ? text : `${text} ${more}`}
    action={
      <Button tone="sea" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
