import { SessionsCard } from '#features/access/web/SessionsCard.tsx';
import { AuditList } from '#features/audit/web/AuditList.tsx';
import { RegistrationsPanel } from '#features/limits/web/RegistrationsPanel.tsx';
import { AdminPart, AdminSubPage } from './AdminPart.tsx';

/** What few organisers look at: registrations, sessions, and what was changed. */
export function AdminEngine({ zone }: { zone: string }) {
  return (
    <AdminSubPage title="Engine room">
      <AdminPart id="registrations" title="REGISTRATIONS">
        <RegistrationsPanel zone={zone} />
      </AdminPart>
      <AdminPart id="sessions" title="ADMIN SESSIONS">
        <SessionsCard />
      </AdminPart>
      <AdminPart id="changes" title="CHANGES">
        <AuditList zone={zone} />
      </AdminPart>
    </AdminSubPage>
  );
}
