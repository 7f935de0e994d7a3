import { InventoryPage } from '#features/inventory/web/InventoryPage.tsx';
import { useMyNames } from './my-names.ts';

/** The inventory knows games; who is on this device is told by their RSVPs. */
export const InventoryScreen = () => <InventoryPage knownName={useMyNames()[0]} />;
