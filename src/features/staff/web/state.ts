import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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

/** Returns the secret after the # and removes it from the address bar and the history. */
function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}

/** Opens the desk of a helper's link; also a link that is pasted over the open one. */
export function useOpenDesk() {
  const client = useQueryClient();
  const secret = useRef('');
  const { mutate, isPending, error } = useMutation({
    ...openDeskMutation,
    onMutate: () => requireCookies(),
    // What this browser may do, also when it is unlocked: an organiser needs no desk.
    onSuccess: () => readAgain(client, ({ queryHash }) => queryHash === hashKey(workQuery.queryKey)),
  });
  useEffect(() => {
    const take = () => {
      const taken = takeSecret();
      if (taken === '') return;
      secret.current = taken;
      mutate(taken);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [mutate]);
  return {
    isOpening: isPending,
    problem: error === null ? undefined : (unsentWords(error) ?? sentenceOf(error, FAILED)),
    again: () => mutate(secret.current),
  };
}
