import { PicturesCard } from '#features/screens/pictures/web/PicturesCard.tsx';
import { ScreensCard } from '#features/screens/web/ScreensCard.tsx';

/** Big screens and their pictures. No phone keeps these files: each change needs a connection. */
export const SetUpScreens = () => (
  <>
    <ScreensCard />
    <PicturesCard />
  </>
);
