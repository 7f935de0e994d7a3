import { type ReactNode, useState } from 'react';
import { guarded } from '#features/access/web/state.ts';
import type { User } from '#features/users/contract.ts';
import { counted } from '#platform/numbers.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { GivePointsProps } from './GivePoints.tsx';

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
