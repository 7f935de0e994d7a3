import { useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import Users from 'lucide-react/icons/users';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { guarded } from '#features/access/web/state.ts';
import type { AdminUser, User } from '#features/people/users/contract.ts';
import { SCORE } from '#features/people/users/limits.ts';
import { withName } from '#features/people/users/rules.ts';
import { adminUsersQuery, useKnownUsers, usersQuery } from '#features/people/users/web/state.ts';
import { countedOf } from '#platform/numbers.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { NumberField, SearchField } from '#platform/web/ui/field.tsx';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import { GivePoints, SignButton } from '../../web/GivePoints.tsx';
import { PointsButton } from '../../web/PointsButton.tsx';
import type { NewScore, setScore } from '../contract.ts';
import { changedMeanwhile, readTypedScore } from '../rules/verdicts.ts';
import { Points } from './parts/Points.tsx';

/** The user when the editor was opened, and the typed score. */
type Editing = { readonly user: User; readonly typed: string };

type ScoreEditorProps = {
  editing: Editing;
  /** The user as other organisers have left them. */
  present: User;
  onType: (typed: string) => void;
  onClose: () => void;
};

/** A user's row while its score is being edited. */
function ScoreEditor({ editing: { user, typed }, present, onType, onClose }: ScoreEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const save = useSave(present, onClose);
  const read = readTypedScore(typed);
  const problem = 'problem' in read ? read.problem : undefined;
  const conflict = save.isBusy || present.score === user.score ? undefined : changedMeanwhile(present);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => editor.current?.querySelector('input')?.focus(), []);

  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if ('score' in read && !save.isBusy) save.run({ score: read.score, expectedRevision: present.revision });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <div ref={editor} className="grid grid-cols-[minmax(0,1fr)] gap-3 py-1">
      <p className="font-semibold [overflow-wrap:anywhere]">{user.name}</p>
      <GivePoints user={user} onGiven={onClose} onKeyDown={leave} />
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2.5">
        <div className="min-w-40 flex-1">
          <NumberField
            ref={field}
            label={`Correct to: score of ${user.name}`}
            {...SCORE}
            value={typed}
            error={problem ?? conflict ?? save.problem}
            onKeyDown={leave}
            onType={onType}
          />
        </div>
        <SignButton typed={typed} onType={onType} field={field} />
        <span className="mt-7.5 flex gap-2">
          <Button tone="sea" type="submit" disabledReason={save.busy ?? problem}>
            {save.isBusy ? 'Saving...' : 'Save'}
          </Button>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
        </span>
      </form>
    </div>
  );
}

function useSave(user: User, onClose: () => void) {
  const { showFailure } = useDialogWrite(user.name, onClose);
  const client = useQueryClient();
  const { id } = user;
  return useAct((body: NewScore) => request<typeof setScore>('PATCH /api/users/{id}/score', { params: { id }, body }), {
    fails: '',
    inForm: true,
    busy: 'The score is being saved.',
    done: (saved) => {
      // The row shows it at once; another organiser's later score may have come before this answer.
      const isNotNewer = (one: User) => one.id === saved.id && one.revision <= saved.revision;
      // In a freeze the list says soon that others see another score; without one it would say so for a moment.
      const shownOf = (one: AdminUser) => (one.shownScore === one.score ? saved.score : one.shownScore);
      client.setQueryData(adminUsersQuery.queryKey, (users) =>
        users?.map((user) => (isNotNewer(user) ? { ...user, ...saved, shownScore: shownOf(user) } : user)),
      );
      onClose();
    },
    failed: (failure) => {
      showFailure(failure, 'Failed to update user score.');
      // Changed or deleted by another organiser: refetch the list.
      if (failure instanceof ApiError && (failure.status === 404 || failure.status === 409))
        void client.invalidateQueries(usersQuery);
    },
  });
}

/** Prevents that a file dropped elsewhere than on the upload replaces the page and loses what was typed. */
function useNoLeavingByDrop() {
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}

/** One score at a time: search, then the list. Between them is what else the tab has, until a name is searched for. */
export function UserScores({ children }: { children?: ReactNode }) {
  const [q, setQ] = useState('');
  useNoLeavingByDrop();
  return (
    <section aria-labelledby="user-scores" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="user-scores" className="font-display text-3xl leading-none uppercase">
        User Scores
      </h2>
      <SearchField label="Search users" quietLabel placeholder="Search a name…" value={q} onSearch={setQ} />
      <div hidden={q !== ''}>{children}</div>
      <ScoreList q={useDeferredValue(q)} />
    </section>
  );
}

function ScoreList({ q }: { q: string }) {
  const { data: users, isError, refetch } = useKnownUsers();
  const found = useMemo(() => users && withName(users, q), [users, q]);
  if (users === undefined || found === undefined) {
    return <Pending what="scores" failed={isError} retry={refetch} count={6} className="h-15" />;
  }
  if (users.length === 0) {
    return <EmptyState icon={<Users />} title="No users yet" text="Upload a file: its names become users." />;
  }
  if (found.length === 0)
    return <EmptyState icon={<SearchX />} title="Nobody found" text="Nobody has a name like that." />;
  return <Scores users={found} all={users} />;
}

const ROW_HEIGHT = 70;

function Scores({ users, all }: { users: readonly User[]; all: readonly User[] }) {
  const { editing, edit, type, close } = useEditing(all);
  const changed = editing !== null && editing.typed !== String(editing.user.score);
  // Keeps the edited row mounted out of sight, with its focus.
  const editedRow = editing === null ? -1 : users.findIndex(({ id }) => id === editing.user.id);
  const whyNotEdit = changed ? `Save or cancel the score of ${editing.user.name} first.` : undefined;
  return (
    <>
      <p role="status" className="text-mute">
        {countedOf(users.length, all.length, 'user')}
      </p>
      <LongList label="Scores of users" items={users} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT} keep={editedRow}>
        {(user) => (
          <div className="pb-2">
            <div className="rounded-xl border border-line bg-panel px-4 py-2">
              {editing?.user.id === user.id ? (
                <ScoreEditor
                  key={user.id}
                  editing={editing}
                  present={user}
                  onType={type}
                  onClose={() => close(user.id)}
                />
              ) : (
                <ScoreLine user={user} whyNotEdit={whyNotEdit} onEdit={edit} />
              )}
            </div>
          </div>
        )}
      </LongList>
    </>
  );
}

const editButton = (id: string): string => `edit-score-${id}`;

/** Edits one row at a time. On closing, the focus returns to the button that opened it. */
function useEditing(all: readonly User[]) {
  const [begun, setEditing] = useState<Editing | null>(null);
  // Another organiser may have deleted the user meanwhile.
  const editing = begun !== null && all.some(({ id }) => id === begun.user.id) ? begun : null;
  const closed = useRef<string>(null);
  const edit = useCallback((user: User) => guarded(() => setEditing({ user, typed: String(user.score) })), []);
  useEffect(() => {
    if (editing !== null || closed.current === null) return;
    document.getElementById(editButton(closed.current))?.focus();
    closed.current = null;
  }, [editing]);
  return {
    editing,
    edit,
    type: (typed: string) => setEditing((now) => now && { ...now, typed }),
    /** Also when the row is out of sight; another one may be edited by then. */
    close: (id: string) => {
      if (editing?.user.id === id) closed.current = id;
      setEditing((now) => (now?.user.id === id ? null : now));
    },
  };
}

type ScoreLineProps = { user: User; whyNotEdit: string | undefined; onEdit: (user: User) => void };

const ScoreLine = memo(({ user, whyNotEdit, onEdit }: ScoreLineProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <span className="min-w-24 flex-1 font-semibold [overflow-wrap:anywhere]">{user.name}</span>
    {'shownScore' in user && user.shownScore !== user.score && (
      <span className="text-sm text-mute">others see {String(user.shownScore)}</span>
    )}
    <PointsButton user={user}>
      <Points score={user.score} />
    </PointsButton>
    <Button
      id={editButton(user.id)}
      aria-label={`Edit score of ${user.name}`}
      onClick={() => onEdit(user)}
      disabledReason={whyNotEdit}
    >
      Edit
    </Button>
  </div>
));
