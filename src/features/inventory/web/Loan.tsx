import { useQuery } from '@tanstack/react-query';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { hasRole, LIBRARY } from '#platform/staff.ts';
import { clockTime, festivalDay, tickerTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { ListedGame, lendGame, takeBackGame } from '../contract.ts';
import { loansQuery } from './queries.ts';

const UserNameDialog = onDemand(() =>
  import('#features/people/users/web/UserNameDialog.tsx').then((module) => module.UserNameDialog),
);

/** Since when a game is in use; for staff by whom, and how it is lent and comes back. */
export function Loan({ game: { id, name, lent } }: { game: ListedGame }) {
  const { timeZone } = useFestival();
  const now = useNow();
  const { on, desk } = useAdminMode();
  const isStaff = on || hasRole(desk, LIBRARY);
  const { data: loans } = useQuery({ ...loansQuery, enabled: isStaff && lent !== null });
  const lending = useDialog();
  const send = (to: string) =>
    request<typeof lendGame>('PUT /api/inventory/{id}/loan', { params: { id }, body: { name: to } });
  const lend = useAct(send, { fails: 'It could not be lent. Please try again.', inForm: true, done: lending.close });
  const back = useAct(() => request<typeof takeBackGame>('DELETE /api/inventory/{id}/loan', { params: { id } }), {
    fails: 'It could not be taken back. Please try again.',
    busy: 'It is being taken back.',
    done: () => showToast({ title: 'Game is back', description: name }),
  });
  if (!isStaff && lent === null) return null;
  const isToday = lent !== null && festivalDay(lent.since, timeZone) === festivalDay(now, timeZone);
  const borrower = loans?.find((loan) => loan.id === id)?.lent.name;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2.5">
      {lent !== null && (
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold text-sun">
            In use since {(isToday ? clockTime : tickerTime)(lent.since, timeZone)}
          </span>
          {isStaff && borrower !== undefined && ` · ${isolated(borrower)}`}
        </p>
      )}
      {isStaff && lent === null && (
        <Button aria-label={`Lend ${name}`} onClick={() => lending.open()}>
          Lend
        </Button>
      )}
      {isStaff && lent !== null && (
        <ActButton act={back} tone="sea" aria-label={`${name} is back`}>
          Back
        </ActButton>
      )}
      {lending.show(() => (
        <UserNameDialog
          title={`Lend ${name}`}
          description="Everyone sees that it is in use, staff also by whom."
          submitLabel="Lend"
          sendingLabel="Lending..."
          name=""
          act={lend}
          onClose={lending.close}
        />
      ))}
    </div>
  );
}
