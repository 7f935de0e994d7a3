import { useAdminMode } from '#features/access/web/state.ts';
import { mayGive } from '../rules.ts';

/** Whether the screen offers to give and undo points; the server decides by the same rule. */
export function useGivesPoints(): boolean {
  const { on, desk } = useAdminMode();
  return on || mayGive(desk);
}
