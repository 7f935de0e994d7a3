import { SessionsPanel } from '#features/access/web/SessionsPanel.tsx';
import { AuditList } from '#features/audit/web/AuditList.tsx';
import { RegistrationsPanel } from '#features/registrations/web/RegistrationsPanel.tsx';
import { SystemPart } from '#features/system/web/SystemPart.tsx';
import { AdminPart, AdminSubPage } from './AdminPart.tsx';
import { useWarnings } from './warnings.ts';

/** What few organisers look at: registrations, the program and its machine, sessions, and what was changed. */
export function AdminEngine({ zone }: { zone: string }) {
  const warnings = useWarnings(zone);
  return (
    <AdminSubPage title="Engine room">
      <AdminPart id="registrations" title="REGISTRATIONS">
        <RegistrationsPanel zone={zone} />
      </AdminPart>
      <AdminPart id="system" title="SYSTEM">
        <SystemPart warnings={warnings} zone={zone} />
      </AdminPart>
      <AdminPart id="sessions" title="ADMIN SESSIONS">
        <SessionsPanel zone={zone} />
      </AdminPart>
      <AdminPart id="changes" title="CHANGES">
        <AuditList zone={zone} />
      </AdminPart>
    </AdminSubPage>
  );
}
