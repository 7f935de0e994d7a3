/** Which notices My schedule shows: those that nobody has seen, and those that were seen since it was opened. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type EndedPlace, useUnsentPlaces } from '#features/rsvps/web/unsent/place-writes.ts';
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
  /** How writes ended that had waited for the network. Only this device knows them. */
  readonly ended: readonly EndedPlace[];
  readonly dismissEnded: (id: string) => void;
};

/** Calls `see` when what `ids` names was on the screen long enough. */
function useSeen(ids: string, see: (ids: string[]) => void): void {
  const latest = useRef(see);
  latest.current = see;
  useEffect(() => {
    if (ids === '') return;
    const look = () => {
      if (!document.hidden) latest.current(ids.split(','));
    };
    let timer = setTimeout(look, SEEN_AFTER);
    const onVisible = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SEEN_AFTER);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [ids]);
}

/** What ended, until it was seen and the page is left. */
function useEnded(): Pick<News, 'ended' | 'dismissEnded'> {
  const { ended } = useUnsentPlaces();
  const [read, setRead] = useState<readonly EndedPlace[]>([]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const drop = async (ids: readonly string[]) => {
    await (await import('#platform/web/unsent-writes.ts')).dropUnsent(({ id }) => ids.includes(id));
  };
  useSeen(ended.map(({ id }) => id).join(), (ids) => {
    setRead([...read, ...ended]);
    void drop(ids);
  });
  const seenIds = new Set(read.map(({ id }) => id));
  const all = [...read, ...ended.filter(({ id }) => !seenIds.has(id))];
  return {
    ended: all.filter(({ id }) => !dismissed.has(id)).reverse(),
    dismissEnded: (id) => {
      setDismissed(new Set([...dismissed, id]));
      void drop([id]);
    },
  };
}

export function useNews(): News {
  const { data: all, isError } = useQuery(myNoticesQuery);
  const { mutate } = useMutation(markSeenMutation);
  const [seenHere, setSeenHere] = useState<ReadonlySet<string>>(new Set());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const unseen = (all ?? NONE).filter(({ seen }) => !seen).map(({ id }) => id);
  useSeen(unseen.join(), (ids) => {
    setSeenHere((before) => new Set([...before, ...ids]));
    mutate(ids);
  });
  const ended = useEnded();
  return {
    all: all ?? (isError ? NONE : undefined),
    shown: (all ?? NONE).filter(({ id, seen }) => !dismissed.has(id) && (!seen || seenHere.has(id))),
    dismiss: ({ id, seen }) => {
      setDismissed(new Set([...dismissed, id]));
      if (!seen) mutate([id]);
    },
    ...ended,
  };
}
