import type { User } from '#features/people/users/contract.ts';
import { ManageUsers } from '#features/people/users/web/ManageUsers.tsx';
import { FindPerson } from '#features/people/web/FindPerson.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';

const HandoverDialog = onDemand(() =>
  import('#features/devices/web/HandoverDialog.tsx').then((module) => module.HandoverDialog),
);

/** The users (users), found with their places (people), which can be handed over to another phone (devices). */
export function UsersPanel({ zone }: { zone: string }) {
  const handOver = useDialog<User>();
  return (
    <>
      <ManageUsers onHandOver={handOver.open} find={<FindPerson zone={zone} withWords />} />
      {handOver.show(({ id, name }) => (
        <HandoverDialog id={id} name={name} zone={zone} onClose={handOver.close} />
      ))}
    </>
  );
}
