import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFestival } from '#features/festival/web/queries.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { listClaims, listMyClaims, MyClaims, makeClaim, NewClaim } from '../contract.ts';

/** What waits for a decision, for staff. */
export const claimsQuery = queryOptions({
  queryKey: ['claims'],
  queryFn: ({ signal }) => request<typeof listClaims>('GET /api/claims', { signal }),
});

const myClaimsQuery = queryOptions({
  queryKey: ['claims', 'my'],
  queryFn: ({ signal }) => request<typeof listMyClaims>('GET /api/claims/my', { signal }),
  meta: { topic: MINE },
});

export const sendClaim = (body: NewClaim, idempotencyKey: string) =>
  request<typeof makeClaim>('POST /api/claims', { body, idempotencyKey });

/** Set once this device has claimed something: only then do other pages ask what became of it. */
const KEY = 'has claims';

/** This device's accounts and claims; undefined while claims are off, and until they are known. */
export function useMyClaims({ onlyIfAny = false } = {}): MyClaims | undefined {
  const { claims: isOn = false } = useFestival();
  const enabled = useHydrated() && isOn && (!onlyIfAny || safeStorage.get(KEY) !== null);
  const { data } = useQuery({ ...myClaimsQuery, enabled });
  const hasAny = data !== undefined && data.claims.length > 0;
  useEffect(() => {
    if (hasAny) safeStorage.set(KEY, 'yes');
  }, [hasAny]);
  return enabled ? data : undefined;
}
