import Zap from 'lucide-react/icons/zap';
import { clockTime } from '#platform/time.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Burst } from '../../contract.ts';
import { madeWords } from '../../rules/words.ts';

const RemoveBurstDialog = onDemand(() => import('../RemoveBurstDialog.tsx').then((module) => module.RemoveBurstDialog));

type BurstRowProps = { burst: Burst; zone: string; onRemoved: (removalId: string) => void };

export function BurstRow({ burst, zone, onRemoved }: BurstRowProps) {
  const dialog = useDialog();
  return (
    <div className="grid gap-x-4 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 gap-2.5">
        <Zap aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-coral" />
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold text-pretty">{madeWords(burst, zone)}</p>
          <p className="text-[0.9375rem] text-pretty text-mute">
            New phones made them, faster than people do. A hotel full of guests is one network too.
          </p>
        </div>
      </div>
      <Button tone="danger" onClick={() => dialog.open()}>
        Remove what this network made since {clockTime(burst.since, zone)}
      </Button>
      {dialog.show(() => (
        <RemoveBurstDialog burst={burst} zone={zone} onClose={dialog.close} onRemoved={onRemoved} />
      ))}
    </div>
  );
}
