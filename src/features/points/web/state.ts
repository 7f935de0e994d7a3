import { useAdminMode } from '#features/access/web/state.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { mayGive } from '../rules.ts';

/** Whether the screen offers to give and undo points; the server decides by the same rule. */
export function useGivesPoints(): boolean {
  const { on, desk } = useAdminMode();
  return on || mayGive(desk);
}

const KEY = 'festival-point-reasons';
const MOST = 6;

/** What points were given for on this device, the last one first. */
export function recentReasons(): readonly string[] {
  try {
    return JSON.parse(safeStorage.get(KEY) ?? '[]');
  } catch {
    return [];
  }
}

export const rememberReason = (reason: string): void =>
  safeStorage.set(KEY, JSON.stringify([...new Set([reason, ...recentReasons()])].slice(0, MOST)));
