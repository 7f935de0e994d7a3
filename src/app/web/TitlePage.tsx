import { PageFrame } from '#platform/web/PageFrame.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';

/** A page that is its title and nothing else yet. */
export const TitlePage = ({ heading }: { heading: string }) => (
  <PageFrame>
    <PageTitle>{heading}</PageTitle>
  </PageFrame>
);
