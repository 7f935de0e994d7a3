import { InventoryPage } from '#features/inventory/web/InventoryPage.tsx';
import { useMyNames } from './my-names.ts';

/** Passes the device's name, known from its RSVPs, to the inventory, which must not import them. */
export const InventoryScreen = () => <InventoryPage knownName={useMyNames()[0]} />;
