import { hashKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { setHelperDesk } from '#features/access/web/state.ts';
import { request, requireCookies } from '#platform/web/api.ts';
import { readAgain } from '#platform/web/query-client.ts';
import type * as contract from '../contract.ts';
import type { Work } from '../contract.ts';

const OFTEN = 60_000;

/** Asked again when an organiser stops a link, and often enough to see its time end. */
export const workQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => request<typeof contract.readWork>('GET /api/staff', { signal }),
  refetchOnMount: 'always',
  refetchInterval: OFTEN,
});

export const helpersQuery = queryOptions({
  queryKey: ['helpers'],
  queryFn: ({ signal }) => request<typeof contract.listHelpers>('GET /api/helpers', { signal }),
});

async function openDesk(secret: string) {
  requireCookies();
  return request<typeof contract.openDesk>('POST /api/helpers/open', { body: { secret } });
}

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

/** Opens the desk of a helper's link, by a press: a preview of the link that runs scripts takes none of its devices. */
export function useOpenDesk() {
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const { run, isBusy, error, problem, reset } = useVisitorAct(openDesk, {
    fails: 'The link could not be opened. Please try again.',
    inForm: true,
    isTyped: false,
    // What this browser may do, also when it is unlocked: an organiser needs no desk.
    done: () => {
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
    isOffered: secret !== '' && error === null && !isBusy,
    isOpening: isBusy,
    problem,
    open: () => run(secret),
    drop,
  };
}
