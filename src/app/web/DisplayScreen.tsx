import { DisplayPage } from '#features/screens/web/wall/DisplayPage.tsx';
import { NameThisScreen } from '#features/screens/web/wall/NameScreen.tsx';

export const DisplayScreen = ({ zone }: { zone: string }) => <DisplayPage zone={zone} naming={<NameThisScreen />} />;
