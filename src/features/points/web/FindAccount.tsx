import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { User } from '#features/people/users/contract.ts';
import { CODE_LENGTH } from '#features/people/users/limits.ts';
import { withName } from '#features/people/users/rules.ts';
import { useKnownUsers } from '#features/people/users/web/state.ts';
import { codeIn } from '#platform/codes.ts';
import { isVisible, looseKey } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SearchField } from '#platform/web/ui/field.tsx';
import { hideKeyboard } from '#platform/web/ui/focus.ts';
import { ScanButton } from '#platform/web/ui/scan-button.tsx';
import type { GivePointsProps } from './GivePoints.tsx';
import { PointsButton } from './PointsButton.tsx';
import { userByCodeQuery } from './state.ts';

export type FindAccountProps = Pick<GivePointsProps, 'event'> & {
  /** Whose accounts are offered before anything is typed. */
  names?: readonly string[] | undefined;
  /** Chooses an account, in place of giving it points. */
  onChoose?: (user: User) => void;
};

const MOST_FOUND = 12;

const LINE = 'w-full justify-between border border-line bg-deep';

/** Finds an account by its code or a part of its name, and gives it points: never a name that somebody types. */
export function FindAccount({ event, names = [], onChoose }: FindAccountProps) {
  const [typed, type] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data: users = [] } = useKnownUsers();
  const keys = new Set(names.map(looseKey));
  const named: readonly User[] = isVisible(q)
    ? withName(users, q)
    : users.filter(({ name }) => keys.has(looseKey(name)));
  // A name may look like a code.
  const code = named.length === 0 ? codeIn(q, CODE_LENGTH) : null;
  const { data: coded, error } = useQuery({ ...userByCodeQuery(code ?? ''), enabled: code !== null, retry: false });
  const found = code !== null && coded !== undefined ? [coded] : named.slice(0, MOST_FOUND);
  const isNobody = isVisible(q) && found.length === 0 && (code === null || error !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <form onSubmit={hideKeyboard} className="flex items-end gap-2.5 *:first:flex-1">
        <SearchField label="Code or name" autoCapitalize="words" value={typed} onSearch={type} />
        <ScanButton onText={type} className="mb-1.5" />
      </form>
      <p role="status" className="text-mute [overflow-wrap:anywhere] empty:hidden">
        {isNobody && sentenceOf(error, `Nobody has the code or name “${q}”.`)}
        {named.length > MOST_FOUND && `${counted(named.length, 'account')}. Type more of the name.`}
      </p>
      <ul aria-label="Accounts" className="grid gap-2">
        {found.map((user) => {
          const line = (
            <>
              <span className="min-w-0 text-left [overflow-wrap:anywhere]">{user.name}</span>
              <span className="shrink-0 text-sun">{counted(user.score, 'point')}</span>
            </>
          );
          return (
            <li key={user.id}>
              {onChoose === undefined ? (
                <PointsButton user={user} event={event} className={LINE}>
                  {line}
                </PointsButton>
              ) : (
                <Button tone="ghost" className={LINE} onClick={() => onChoose(user)}>
                  {line}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
