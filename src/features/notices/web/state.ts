/** Which notices My schedule shows: those that nobody has seen, and those that were seen since it was opened. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Notice } from '../contract.ts';
import { markSeenMutation, myNoticesQuery } from './queries.ts';

/** Milliseconds on screen after which a notice counts as seen. */
const SEEN_AFTER = 3_000;
const NONE: readonly Notice[] = [];

export type News = {
  /** Every notice of this device; undefined until they are loaded. */
  readonly all: readonly Notice[] | undefined;
  readonly shown: readonly Notice[];
  readonly dismiss: (notice: Notice) => void;
};

export function useNews(): News {
  const { data: all, isError } = useQuery(myNoticesQuery);
  const { mutate } = useMutation(markSeenMutation);
  const [seenHere, setSeenHere] = useState<ReadonlySet<string>>(new Set());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const unseen = (all ?? NONE).filter(({ seen }) => !seen).map(({ id }) => id);
  const ids = unseen.join();
  useEffect(() => {
    if (ids === '') return;
    const see = () => {
      if (document.hidden) return;
      const now = ids.split(',');
      setSeenHere((before) => new Set([...before, ...now]));
      mutate(now);
    };
    let timer = setTimeout(see, SEEN_AFTER);
    const onVisible = () => {
      clearTimeout(timer);
      timer = setTimeout(see, SEEN_AFTER);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [ids, mutate]);
  return {
    all: all ?? (isError ? NONE : undefined),
    shown: (all ?? NONE).filter(({ id, seen }) => !dismissed.has(id) && (!seen || seenHere.has(id))),
    dismiss: ({ id, seen }) => {
      setDismissed(new Set([...dismissed, id]));
      if (!seen) mutate([id]);
    },
  };
}
