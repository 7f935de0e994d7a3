import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFestival } from '#features/festival/web/queries.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { MyClaims } from '../contract.ts';
import { myClaimsQuery } from './queries.ts';

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
