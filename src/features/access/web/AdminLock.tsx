import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { lazy, Suspense, useEffect } from 'react';
import { onLocked } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { adminRefused, correctAdminMode, useAdminMode } from './state.ts';

const PasswordDialog = lazy(() =>
  import('./PasswordDialog.tsx').then((module) => ({ default: module.PasswordDialog })),
);

/** The lock in the header, and the dialog it opens. */
export const AdminLock = () => {
  const { on, dialog, openUnlockDialog, lock } = useAdminMode();
  useEffect(() => {
    correctAdminMode();
    return onLocked(adminRefused);
  }, []);
  const Icon = on ? LockOpen : Lock;
  const words = on ? 'Lock admin mode' : 'Unlock admin mode';
  return (
    <>
      <Tooltip text={words} side="bottom">
        <Button tone="ghost" size="icon" aria-label={words} onClick={on ? lock : openUnlockDialog}>
          <Icon aria-hidden="true" />
        </Button>
      </Tooltip>
      {dialog !== 'never' && (
        <Suspense fallback={null}>
          <PasswordDialog open={dialog === 'open'} />
        </Suspense>
      )}
    </>
  );
};
