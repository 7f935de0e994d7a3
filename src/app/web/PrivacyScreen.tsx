/** What is stored (privacy), with the devices that show it; forgetting also drops offline copies and unsent writes. */
import { DeviceList } from '#features/devices/web/DeviceList.tsx';
import { PrivacyPage } from '#features/privacy/web/PrivacyPage.tsx';
import { hasUnsent } from '#platform/web/unsent.ts';
import { dropCopies, OpensOffline } from './offline/OpensOffline.tsx';

async function drop(): Promise<void> {
  await dropCopies();
  if (hasUnsent()) await (await import('#features/rsvps/web/unsent/send.ts')).dropIfForgotten();
}

const devices = (
  <>
    <DeviceList />
    <OpensOffline />
  </>
);

export const PrivacyScreen = () => <PrivacyPage devices={devices} dropCopies={drop} />;
