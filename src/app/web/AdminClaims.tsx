import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { AdminSubPage } from './AdminPart.tsx';

const Queue = onDemand(() => import('#features/claims/web/ClaimQueue.tsx').then((module) => module.ClaimQueue));

/** The queue of claims, also on a helper's desk. */
export const ClaimQueue = ({ heading }: { heading: 'h2' | 'h3' }) => (
  <LazyBoundary onMissing={() => undefined}>
    <Queue heading={heading} />
  </LazyBoundary>
);

/** Claims of missions, for organisers. */
export const AdminClaims = () => (
  <AdminSubPage title="Claims">
    <ClaimQueue heading="h3" />
  </AdminSubPage>
);
