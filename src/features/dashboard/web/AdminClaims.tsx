import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { AdminSubPage } from './AdminPart.tsx';

const Queue = onDemand(() => import('#features/points/claims/web/ClaimQueue.tsx').then((module) => module.ClaimQueue));

/** The queue of claims, also on a helper's desk. */
export const ClaimQueue = ({ heading }: { heading: 'h2' | 'h3' }) => (
  <LazyBoundary onMissing={() => undefined}>
    <Queue heading={heading} />
  </LazyBoundary>
);

const AdminClaims = () => (
  <AdminSubPage title="Claims">
    <ClaimQueue heading="h3" />
  </AdminSubPage>
);

/** Returns the page of claims with all its code: the server cannot wait for a part. */
export const loadAdminClaims = async () => {
  await Queue.preload();
  return AdminClaims;
};
