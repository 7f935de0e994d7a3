import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from './button.tsx';
import { EmptyState } from './empty.tsx';

type LoadErrorProps = {
  /** 'The games didn’t load' */
  title: string;
  /** What is still safe, after the sentence on the connection. */
  more?: string;
  /** In place of the sentence on the connection. */
  text?: string;
  onRetry: () => void;
};

/** A list that could not be fetched, with the way to try again. */
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
