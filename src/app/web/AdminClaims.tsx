import { ClaimQueue } from '#features/claims/web/ClaimQueue.tsx';
import { AdminSubPage } from './AdminPart.tsx';

/** Claims of missions, for organisers. */
export const AdminClaims = () => (
  <AdminSubPage title="Claims">
    <ClaimQueue heading="h3" />
  </AdminSubPage>
);
