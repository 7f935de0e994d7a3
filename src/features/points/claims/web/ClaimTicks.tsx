import { useState } from 'react';
import { ActButton, useVisitorAct } from '#features/access/web/act.tsx';
import { useIsOver } from '#features/events/web/state.ts';
import type { Mission } from '#features/festival/contract.ts';
import { RegisterDialog } from '#features/people/users/web/RegisterDialog.tsx';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { newIdempotencyKey } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { MyClaims } from '../contract.ts';
import { sendClaim } from './state.ts';

const BOX = 'card flex flex-wrap items-center justify-between gap-3 px-5 py-3';

/** For a device without an account: what it ticks counts for nothing. */
export function NoAccountYet() {
  const [isOpen, setOpen] = useState(false);
  if (useIsOver()) return null;
  return (
    <section aria-label="No account yet" className={BOX}>
      <p className="min-w-52 flex-1 text-pretty">Ticks alone bring no points. With an account you claim them here.</p>
      <Button tone="sun" onClick={() => setOpen(true)}>
        Register
      </Button>
      {isOpen && <RegisterDialog onClose={() => setOpen(false)} />}
    </section>
  );
}

type ClaimTicksProps = {
  account: MyClaims['accounts'][number];
  /** Ticked before there was an account, and not claimed yet. */
  missions: readonly Mission[];
  /** Takes the ticks of these missions away. */
  onClaimed: (ids: string[]) => void;
};

/** Makes claims of ticks: one after the other, until one is refused, which says why. */
export function ClaimTicks({ account, missions, onClaimed }: ClaimTicksProps) {
  const sendAll = async (all: readonly Mission[]) => {
    const claimed: string[] = [];
    try {
      for (const { id } of all) {
        await sendClaim({ userId: account.id, missionId: id }, newIdempotencyKey());
        claimed.push(id);
      }
    } finally {
      onClaimed(claimed);
    }
  };
  const claimAll = useVisitorAct(sendAll, {
    fails: 'The claims could not be sent. Please try again.',
    busy: 'The claims are being sent.',
    done: (_, all) =>
      showToast({ title: `${counted(all.length, 'claim')} sent`, description: 'You see here when they are decided.' }),
  });
  return (
    <section aria-label="Ticks to claim" className={BOX}>
      <p className="min-w-52 flex-1 text-pretty [overflow-wrap:anywhere]">
        {`You ticked ${counted(missions.length, 'mission')} on this phone. Claim ${missions.length === 1 ? 'it' : 'them'} for ${isolated(account.name)}?`}
      </p>
      <ActButton act={claimAll} of={missions} tone="sun">
        Claim my ticks
      </ActButton>
    </section>
  );
}
