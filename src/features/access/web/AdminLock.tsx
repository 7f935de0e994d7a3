import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import { useEffect } from 'react';
import { onLocked } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { adminRefused, correctAdminMode, dropUnlockDialog, useAdminMode } from './state.ts';

const PasswordDialog = onDemand(() => import('./PasswordDialog.tsx').then((module) => module.PasswordDialog));

const OPEN = { Icon: LockOpen, words: 'Lock admin mode' } as const;
const CLOSED = { Icon: Lock, words: 'Unlock admin mode' } as const;

/** The lock button in the header, where that has room, and its password dialog. */
export const AdminLock = () => {
  const { on, dialog, openUnlockDialog, lock } = useAdminMode();
  useEffect(() => {
    correctAdminMode();
    return onLocked(adminRefused);
  }, []);
  const { Icon, words } = on ? OPEN : CLOSED;
  return (
    <>
      <Tooltip text={words} side="bottom">
        <Button
          tone="ghost"
          size="icon"
          className="max-md:hidden"
          aria-label={words}
          onClick={on ? lock : openUnlockDialog}
        >
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

/** The lock at the foot of a phone's menu, which closes first. */
export function LockLink({ onChoose }: { onChoose: () => void }) {
  const { on, openUnlockDialog, lock } = useAdminMode();
  const { Icon, words } = on ? OPEN : CLOSED;
  const press = () => {
    onChoose();
    (on ? lock : openUnlockDialog)();
  };
  return (
    <button type="button" className="side-link w-full cursor-pointer" onClick={press}>
      <Icon aria-hidden="true" />
      <span className="side-label">{words}</span>
    </button>
  );
}
