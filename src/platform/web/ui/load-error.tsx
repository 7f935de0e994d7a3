import CloudOff from 'lucide-react/icons/cloud-off';
import { useLayoutEffect, useRef } from 'react';
import { useLoss } from '../connection.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty.tsx';

const BY_ITSELF = 'This page tries again when the connection returns.';

type LoadErrorProps = {
  /** 'The games didn’t load' */
  title: string;
  /** What is still safe; shown after the sentence about the connection. */
  more?: string;
  /** Replaces the sentence about the connection. */
  text?: string | undefined;
  onRetry: () => void;
};

/**
 * Message for a list that could not be fetched, with a retry button. The live stream asks again when a lost connection
 * returns. When the message goes away, the focus goes to the main content.
 */
export function LoadError({ title, more, text = 'The connection may have dropped.', onRetry }: LoadErrorProps) {
  const isLoss = useLoss();
  const why = isLoss ? `${title}. ${BY_ITSELF}` : text;
  const box = useRef<HTMLDivElement>(null);
  // Before the button is gone from the page: later nobody can tell whether it had the focus.
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, []);
  return (
    <div ref={box}>
      <EmptyState
        icon={<CloudOff />}
        title={isLoss ? 'No connection' : title}
        text={more === undefined ? why : `${why} ${more}`}
        action={
          <Button tone="sea" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
