import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { useEffect } from 'react';
import { onLocked } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { adminRefused, correctAdminMode, dropUnlockDialog, useAdminMode } from './state.ts';

const PasswordDialog = onDemand(() => import('./PasswordDialog.tsx').then((module) => module.PasswordDialog));

/** The lock button in the header and its password dialog. */
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
        <LazyBoundary onMissing={dropUnlockDialog}>
          <PasswordDialog open={dialog === 'open'} />
        </LazyBoundary>
      )}
    </>
  );
};
