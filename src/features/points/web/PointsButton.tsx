import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { guarded, useAdminMode } from '#features/access/web/state.ts';
import type { User } from '#features/people/users/contract.ts';
import { CODE_LENGTH } from '#features/people/users/limits.ts';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { codeIn } from '#platform/codes.ts';
import { counted } from '#platform/numbers.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { GivePointsProps } from './GivePoints.tsx';
import { useGivesPoints, userByCodeQuery } from './state.ts';

export const PointsDialog = onDemand(() => import('./PointsDialog.tsx').then((module) => module.PointsDialog));

type PointsButtonProps = Pick<GivePointsProps, 'event'> & {
  user: Pick<User, 'id' | 'name' | 'score'>;
  onClosed?: () => void;
  className?: string;
  children: ReactNode;
};

/** Opens the entries of a user for staff. */
export function PointsButton({ user, event, onClosed, className = '', children }: PointsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClosed?.();
  };
  return (
    <>
      <Button
        tone="ghost"
        className={className}
        aria-label={`Points of ${user.name}: ${counted(user.score, 'point')}`}
        onClick={() => guarded(() => setOpen(true))}
      >
        {children}
      </Button>
      <LazyBoundary onMissing={close}>
        {isOpen && <PointsDialog user={user} event={event} onClose={close} />}
      </LazyBoundary>
    </>
  );
}

const BadgeDialog = onDemand(() =>
  import('#features/people/users/web/BadgeDialog.tsx').then((module) => module.BadgeDialog),
);

/** The account whose code a phone has scanned with its camera: the code is in the page's address. Guests are asked whether it is theirs. */
export function ScannedAccount() {
  const gives = useGivesPoints();
  const { on, desk } = useAdminMode();
  const isGuest = !on && desk === null;
  const { data: mine } = useQuery(myAccountsQuery);
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => setCode(codeIn(location.hash, CODE_LENGTH)), []);
  const { data } = useQuery({ ...userByCodeQuery(code ?? ''), enabled: gives && code !== null, retry: false });
  const close = () => {
    setCode(null);
    history.replaceState(history.state, '', location.pathname + location.search);
  };
  return (
    <LazyBoundary onMissing={close}>
      {code !== null && data && <PointsDialog user={data} onClose={close} />}
      {code !== null && isGuest && mine?.every((own) => own.code !== code) && (
        <BadgeDialog given={code} onClose={close} />
      )}
    </LazyBoundary>
  );
}
