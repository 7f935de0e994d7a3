import { onDemand } from '#platform/web/on-demand.tsx';
import { OnlinePart } from './OnlinePart.tsx';

const ScreensCard = onDemand(() =>
  import('#features/screens/web/ScreensCard.tsx').then((module) => module.ScreensCard),
);
const PicturesCard = onDemand(() =>
  import('#features/screens/pictures/web/PicturesCard.tsx').then((module) => module.PicturesCard),
);

/** The tab Screens: the big screens, and the pictures that they show. */
export const ScreensPanel = () => (
  <section aria-labelledby="screens" className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 id="screens" className="font-display text-3xl leading-none uppercase">
      Screens
    </h2>
    <OnlinePart what="screens">
      <ScreensCard />
      <PicturesCard />
    </OnlinePart>
  </section>
);
