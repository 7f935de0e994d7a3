import { useQuery, useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { compareNames } from '#platform/names.ts';
import { countedOf } from '#platform/numbers.ts';
import { request } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SearchField } from '#platform/web/ui/field.tsx';
import { focusAncestorOnUnmount } from '#platform/web/ui/focus.ts';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { restoreUser, User } from '../contract.ts';
import { shortId, withName } from '../rules.ts';
import { deletedUsersQuery, usersQuery } from './state.ts';

/** Stands where the row of a deleted user was, for as long as the deletion can be undone. */
function DeletedUser({ user, justDeleted }: { user: User; justDeleted: boolean }) {
  const client = useQueryClient();
  const showRestored = () => {
    showToast({ title: 'User restored', description: user.name });
    void client.invalidateQueries(usersQuery);
  };
  return (
    <div ref={focusAncestorOnUnmount} className="pb-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line bg-panel px-[min(1rem,4vw)] py-2">
        <span className="grid min-w-[min(10rem,100%)] flex-1">
          <del className="font-semibold [overflow-wrap:anywhere]">{user.name}</del>
          <span className="text-sm text-mute">Deleted. For a minute you can undo this; points come back with it.</span>
        </span>
        <UndoOffer
          undo={(id) => request<typeof restoreUser>('POST /api/users/{id}/restore', { params: { id } })}
          of={user.id}
          label={`Undo: bring back ${user.name}`}
          justDone={justDeleted}
          onUndone={showRestored}
          onFailed={() => void client.invalidateQueries(deletedUsersQuery)}
        />
      </div>
    </div>
  );
}

const AddUserDialog = onDemand(() => import('./AddUserDialog.tsx').then((module) => module.AddUserDialog));
const EditUserDialog = onDemand(() => import('./EditUserDialog.tsx').then((module) => module.EditUserDialog));
const NewCodeDialog = onDemand(() => import('./NewCodeDialog.tsx').then((module) => module.NewCodeDialog));
const DeleteUserDialog = onDemand(() => import('./DeleteUserDialog.tsx').then((module) => module.DeleteUserDialog));

type Open = { readonly what: 'add' } | { readonly what: 'edit' | 'badge' | 'delete'; readonly user: User } | null;
type Ask = (open: NonNullable<Open>) => void;
type HandOver = (user: User) => void;

/** The tab Manage Users: every name on the scoreboard. */
export function ManageUsers({ onHandOver, find }: { onHandOver: HandOver; find?: ReactNode }) {
  const [open, setOpen] = useState<Open>(null);
  const [q, setQ] = useState('');
  const [lastDeleted, setLastDeleted] = useState<string>();
  const close = () => setOpen(null);
  const ask: Ask = useCallback((wanted) => guarded(() => setOpen(wanted)), []);
  const handOver: HandOver = useCallback((user) => guarded(() => onHandOver(user)), [onHandOver]);
  return (
    <section aria-labelledby="manage-users" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="manage-users" className="font-display text-3xl leading-none uppercase">
          Manage Users
        </h2>
        <span className="flex flex-wrap gap-2.5">
          {find}
          <Button tone="sun" onClick={() => ask({ what: 'add' })}>
            <UserPlus aria-hidden="true" />
            Add User
          </Button>
        </span>
      </header>
      <SearchField label="Search users" quietLabel placeholder="Search a name…" value={q} onSearch={setQ} />
      <UserList q={useDeferredValue(q)} ask={ask} handOver={handOver} lastDeleted={lastDeleted} />
      {open !== null && (
        <LazyBoundary onMissing={close}>
          {open.what === 'add' && <AddUserDialog onClose={close} />}
          {open.what === 'edit' && <EditUserDialog user={open.user} onClose={close} />}
          {open.what === 'badge' && <NewCodeDialog user={open.user} onClose={close} />}
          {open.what === 'delete' && (
            <DeleteUserDialog
              user={open.user}
              onClose={close}
              onDeleted={(wasOpen) => setLastDeleted(wasOpen ? open.user.id : undefined)}
            />
          )}
        </LazyBoundary>
      )}
    </section>
  );
}

const ROW_HEIGHT = 72;

const NONE: readonly User[] = [];

/** Returns the deleted users that an organiser can restore, by id. */
function useDeleted(users: readonly User[] | undefined): ReadonlyMap<string, User> {
  const { on } = useAdminMode();
  const { data = NONE } = useQuery({ ...deletedUsersQuery, enabled: on });
  return useMemo(() => {
    const present = new Set(users?.map(({ id }) => id));
    return new Map(data.flatMap((user) => (present.has(user.id) ? [] : [[user.id, user]])));
  }, [data, users]);
}

type UserListProps = { q: string; ask: Ask; handOver: HandOver; lastDeleted: string | undefined };

function UserList({ q, ask, handOver, lastDeleted }: UserListProps) {
  const { data: users, isError, refetch } = useQuery(usersQuery);
  const deleted = useDeleted(users);
  const sorted = useMemo(() => users && [...users, ...deleted.values()].toSorted(byName), [users, deleted]);
  const found = useMemo(() => sorted && withName(sorted, q), [sorted, q]);
  if (sorted === undefined || found === undefined) {
    return <Pending what="users" failed={isError} retry={refetch} count={6} className="h-16" />;
  }
  if (sorted.length === 0) {
    return <EmptyState icon={<Users />} title="No users yet" text="Add one, or wait for visitors to register." />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status" className="text-mute">
        {countedOf(found.length, sorted.length, 'user')}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={<SearchX />} title="Nobody found" text="Nobody has a name like that." />
      ) : (
        <LongList label="Users" items={found} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT}>
          {(user) =>
            deleted.has(user.id) ? (
              <DeletedUser user={user} justDeleted={user.id === lastDeleted} />
            ) : (
              <UserRow user={user} ask={ask} handOver={handOver} />
            )
          }
        </LongList>
      )}
    </div>
  );
}

const byName = (one: User, other: User) => compareNames(one.name, other.name);

type UserRowProps = { user: User; ask: Ask; handOver: HandOver };

const UserRow = memo(({ user, ask, handOver }: UserRowProps) => (
  <div className="pb-2">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-panel px-[min(1rem,4vw)] py-2">
      <span className="grid min-w-[min(10rem,100%)] flex-1">
        <span className="font-semibold [overflow-wrap:anywhere]">{user.name}</span>
        <span className="text-xs text-mute" title={user.id}>
          ID {shortId(user.id)}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button aria-label={`Edit ${user.name}`} onClick={() => ask({ what: 'edit', user })}>
          Edit
        </Button>
        <Button tone="ghost" aria-label={`New badge of ${user.name}`} onClick={() => ask({ what: 'badge', user })}>
          New badge
        </Button>
        <Button tone="ghost" aria-label={`Hand over places of ${user.name}`} onClick={() => handOver(user)}>
          Hand over
        </Button>
        <Button tone="ghost" aria-label={`Delete ${user.name}`} onClick={() => ask({ what: 'delete', user })}>
          Delete
        </Button>
      </span>
    </div>
  </div>
));
