import { useAdminMode } from '#features/access/web/state.ts';
import { POINTS } from '#platform/staff.ts';

/** Whether this device gives points: they belong to no event, so no scope limits a helper. The server decides by the same rule. */
export function useGivesPoints(): boolean {
  const { on, desk } = useAdminMode();
  return on || POINTS.some((role) => role === desk?.role);
}
