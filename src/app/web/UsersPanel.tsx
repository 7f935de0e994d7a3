import { useState } from 'react';
import type { User } from '#features/people/users/contract.ts';
import { ManageUsers } from '#features/people/users/web/ManageUsers.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';

const HandoverDialog = onDemand(() =>
  import('#features/devices/web/HandoverDialog.tsx').then((module) => module.HandoverDialog),
);

/** The users (users), whose places can be handed over to another phone (devices). */
export function UsersPanel({ zone }: { zone: string }) {
  const [user, setUser] = useState<User | null>(null);
  const close = () => setUser(null);
  return (
    <>
      <ManageUsers onHandOver={setUser} />
      <LazyBoundary onMissing={close}>
        {user !== null && <HandoverDialog id={user.id} name={user.name} zone={zone} onClose={close} />}
      </LazyBoundary>
    </>
  );
}
