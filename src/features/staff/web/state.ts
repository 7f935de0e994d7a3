import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setHelperDesk } from '#features/access/web/state.ts';
import type { Work } from '../contract.ts';
import { workQuery } from './queries.ts';

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
