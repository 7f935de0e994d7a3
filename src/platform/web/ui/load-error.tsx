import { useQueryClient } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import Hourglass from 'lucide-react/icons/hourglass';
import { useLayoutEffect, useRef } from 'react';
import { ApiError } from '../api.ts';
import { useLoss } from '../connection.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty.tsx';

const BY_ITSELF = 'This page tries again when the connection returns.';
const BUSY = 'The server is busy. Try again in a moment.';

/** Whether a list of this page is missing because the server refused to answer for now. */
const useBusy = (): boolean =>
  useQueryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state: { data, error } }) => data === undefined && wasRefused(error));

const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.code === 'BUSY') && error.sentence !== undefined;

type LoadErrorProps = {
  /** 'The games didn’t load' */
  title: string;
  /** What is still safe; shown after the sentence about the connection. */
  more?: string;
  /** Replaces the sentence about the connection. */
  text?: string;
  onRetry: () => void;
};

/**
 * Message for a list that could not be fetched, for lack of a connection or because the server is busy, with a retry button.
 * The live stream asks again when a lost connection returns. When the message goes away, the focus goes to the main content.
 */
export function LoadError({ title, more, text, onRetry }: LoadErrorProps) {
  const isBusy = useBusy() && text === undefined;
  const isLoss = useLoss() && !isBusy;
  const why = isBusy ? BUSY : isLoss ? `${title}. ${BY_ITSELF}` : (text ?? 'The connection may have dropped.');
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
        icon={isBusy ? <Hourglass /> : <CloudOff />}
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
