import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { setHelperDesk } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { unsentWords } from '#platform/web/connection.ts';
import { requireCookies } from '#platform/web/cookies.ts';
import { readAgain } from '#platform/web/read-again.ts';
import type { Work } from '../contract.ts';
import { openDeskMutation, workQuery } from './queries.ts';

/** Takes over what the server says of this device's desk. Without network the last answer stays. */
export function takeWork(work: Work | null): void {
  if (work === null || work.role === 'organiser') {
    setHelperDesk(null);
    return;
  }
  const { name, role, eventId, location } = work;
  setHelperDesk({ name: name ?? '', role, scope: { eventId, location } });
}

export function useWork() {
  const { data, isError } = useQuery(workQuery);
  useEffect(() => {
    if (data !== undefined) takeWork(data);
  }, [data]);
  return { work: data, isError };
}

const FAILED = 'The link could not be opened. Please try again.';

/** Opens the desk of a helper's link, by a press: a preview of the link that runs scripts takes none of its devices. */
export function useOpenDesk() {
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    ...openDeskMutation,
    onMutate: () => requireCookies(),
    // What this browser may do, also when it is unlocked: an organiser needs no desk.
    onSuccess: () => {
      drop();
      return readAgain(client, ({ queryHash }) => queryHash === hashKey(workQuery.queryKey));
    },
  });
  /** The secret leaves the address bar and the history. */
  const drop = () => {
    history.replaceState(history.state, '', location.pathname + location.search);
    setSecret('');
    reset();
  };
  useEffect(() => {
    // A link pasted over one that did not work.
    const take = () => {
      reset();
      setSecret(location.hash.slice(1));
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [reset]);
  return {
    isOffered: secret !== '' && error === null && !isPending,
    isOpening: isPending,
    problem: error === null ? undefined : (unsentWords(error) ?? sentenceOf(error, FAILED)),
    open: () => mutate(secret),
    drop,
  };
}
