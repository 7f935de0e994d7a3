import { DeviceList } from '#features/devices/web/DeviceList.tsx';
import { PrivacyPage } from '#features/privacy/web/PrivacyPage.tsx';

/** What is stored (privacy), with the devices that show it. */
export const PrivacyScreen = () => <PrivacyPage devices={<DeviceList />} />;
