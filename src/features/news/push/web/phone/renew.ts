/** Looks at each visit whether this browser's subscription is the one that the server has. Loads the rest only where there was one. */
import { MINUTE } from '#platform/durations.ts';
import { deviceNow } from '#platform/web/device-clock.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { noteEnded, RENEWED_AT } from '../state.ts';

export async function renewAtVisit(): Promise<void> {
  const at = safeStorage.get(RENEWED_AT);
  if (at === null) return;
  noteEnded(globalThis.Notification?.permission !== 'granted');
  if (Math.abs(deviceNow() - Number(at)) < MINUTE) return;
  const { renew } = await import('./subscription.ts');
  await renew();
}
