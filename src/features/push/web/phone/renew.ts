/** Looks once a day whether this browser's subscription is the one that the server has. Loads the rest only then. */
import { DAY } from '#platform/durations.ts';
import { deviceNow } from '#platform/web/device-clock.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { RENEWED_AT } from '../state.ts';

export async function renewDaily(): Promise<void> {
  const at = safeStorage.get(RENEWED_AT);
  if (at === null || Math.abs(deviceNow() - Number(at)) < DAY) return;
  const { renew } = await import('./subscription.ts');
  await renew();
}
