import Zap from 'lucide-react/icons/zap';
import { useState } from 'react';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Burst } from '../../contract.ts';
import { total } from '../../rules/counts.ts';
import { burstWords, nounOf, phoneWords, stayWords } from '../../rules/words.ts';

const RemoveBurstDialog = onDemand(() => import('../RemoveBurstDialog.tsx').then((module) => module.RemoveBurstDialog));

type BurstRowProps = { burst: Burst; zone: string; onRemoved: (removalId: string) => void };

export function BurstRow({ burst, zone, onRemoved }: BurstRowProps) {
  // The burst as shown when the button was pressed: the list may change behind the dialog.
  const [confirming, setConfirming] = useState<Burst | null>(null);
  const close = () => setConfirming(null);
  const stays = stayWords(burst);
  return (
    <div className="grid gap-x-4 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 gap-2.5">
        <Zap aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-coral" />
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold text-pretty">{burstWords(burst, zone)}</p>
          <p className="text-[0.9375rem] text-pretty text-mute">{phoneWords(burst)}</p>
          {stays && <p className="text-[0.9375rem] text-pretty text-mute">{stays}</p>}
        </div>
      </div>
      <Button
        tone="danger"
        onClick={() => setConfirming(burst)}
        disabledReason={total(burst.removable) === 0 ? 'Nothing in this burst can be removed.' : undefined}
      >
        Remove these {nounOf(burst.found)}
      </Button>
      {confirming && (
        <LazyBoundary onMissing={close}>
          <RemoveBurstDialog burst={confirming} zone={zone} onClose={close} onRemoved={onRemoved} />
        </LazyBoundary>
      )}
    </div>
  );
}
