import { useEffect, useRef } from 'react';
import type { Standing } from '../../rules/standings.ts';

/** Asks for one standing to be shown. A new object is a new request, even for the same standing. */
export type Wanted = { readonly id: string } | null;

/** Returns the id of a standing's element, for "Find me". */
export const rowId = ({ id }: { readonly id: string }): string => `standing-${id}`;

/**
 * Calls `show` once per request that these standings can fulfil. A later change of the list must not scroll back to an
 * earlier request.
 */
export function useWanted(
  wanted: Wanted,
  standings: readonly Standing[],
  show: (index: number, elementId: string) => void,
): void {
  const served = useRef<Wanted>(null);
  useEffect(() => {
    if (wanted === null || wanted === served.current) return;
    served.current = wanted;
    const index = standings.findIndex(({ id }) => id === wanted.id);
    if (index !== -1) show(index, rowId(wanted));
  });
}
