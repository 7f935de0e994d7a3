import type { ComponentProps } from 'react';
import { LoadError } from './load-error.tsx';
import { Loading } from './skeleton.tsx';

type PendingProps = Omit<ComponentProps<typeof Loading>, 'words'> & {
  /** 'users' */
  what: string;
  failed: boolean;
  retry: () => unknown;
};

/** Stands where a list will be: placeholders while it is fetched, or that it failed, with a button that tries again. */
export const Pending = ({ what, failed, retry, ...loading }: PendingProps) =>
  failed ? (
    <LoadError title={`The ${what} didn’t load`} onRetry={() => void retry()} />
  ) : (
    <Loading words={`Loading ${what}...`} {...loading} />
  );
