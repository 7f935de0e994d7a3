import KeyRound from 'lucide-react/icons/key-round';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { endOtherSessions } from '../contract.ts';
import { useAct } from './act.tsx';
import { askNameAgain, rememberedName, useAdminMode } from './state.ts';
import { UnlockFirst } from './UnlockFirst.tsx';

/** Who works in this browser, and the button that locks every other one. */
export function SessionsCard() {
  const { on } = useAdminMode();
  if (!on) {
    return (
      <UnlockFirst
        icon={<KeyRound />}
        to="end other admin sessions"
        text="Here you lock every other browser in admin mode, for instance when a phone is lost."
      />
    );
  }
  const name = rememberedName();
  return (
    <Card className="divide-y divide-line px-4 *:py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-[1_1_16rem] text-pretty [overflow-wrap:anywhere]">
          {name === ''
            ? 'The list of changes does not know who works in this browser.'
            : `In the list of changes you are ${isolated(name)}.`}
        </p>
        <Button className="max-sm:grow" onClick={askNameAgain}>
          Say who you are
        </Button>
      </div>
      <EndOthers />
    </Card>
  );
}

/** Asks for confirmation, because the organisers at the doors need the password to go on. */
function EndOthers() {
  const confirm = useConfirm();
  const end = useAct(() => request<typeof endOtherSessions>('DELETE /api/admin/sessions'), {
    fails: 'The sessions could not be ended. Please try again.',
    busy: 'The sessions are being ended.',
    done: () => {
      confirm.close();
      showToast({ title: 'Sessions ended', description: 'Only this browser is still unlocked.' });
      focusMain();
    },
  });
  if (confirm.isAsking) {
    return (
      <div>
        <Confirm
          state={confirm}
          question="End all other sessions?"
          no="Keep them"
          yes={end.isBusy ? 'Ending...' : 'Yes, end them'}
          onYes={end.run}
          disabledReason={end.busy}
        >
          Organisers at the doors must enter the password again.
        </Confirm>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="min-w-0 flex-[1_1_16rem] text-pretty">
        Lost an unlocked phone? This locks every browser in admin mode but this one.
      </p>
      <Button ref={confirm.opener} tone="danger" className="max-sm:grow" onClick={confirm.ask}>
        End all other sessions
      </Button>
    </div>
  );
}
