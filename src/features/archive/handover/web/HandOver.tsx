import type { ReactNode } from 'react';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { download } from '#platform/web/ui/files.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import type { exportEverything } from '../contract.ts';

const EraseDialog = onDemand(() => import('./EraseDialog.tsx').then((module) => module.EraseDialog));
const NextYearDialog = onDemand(() => import('./NextYearDialog.tsx').then((module) => module.NextYearDialog));

/** After the festival: take along, erase, begin the next year, in this order. */
export function HandOver() {
  const erase = useDialog();
  const nextYear = useDialog();
  return (
    <Card as="div" className="p-4 sm:p-5">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-3">
        <Step
          number={1}
          title="Take everything along"
          text="One archive with the festival’s file, all tables and all pictures. It holds emails: keep it where others can’t read it."
        >
          <SaveButton save={() => download<typeof exportEverything>('GET /api/admin/exports/everything.zip')}>
            Everything (ZIP)
          </SaveButton>
        </Step>
        <Step
          number={2}
          title="Erase"
          text="The festival’s people, or everything but its facts. It can’t be undone: take everything along first."
        >
          <Button tone="danger" className="w-full" onClick={() => erase.open()}>
            Erase...
          </Button>
        </Step>
        <Step
          number={3}
          title="Next year"
          text="Facts, rooms, missions and screens stay. The programme becomes drafts on the same weekdays, which only organisers see."
        >
          <Button className="w-full" onClick={() => nextYear.open()}>
            Begin next year...
          </Button>
        </Step>
      </ol>
      {erase.show(() => (
        <EraseDialog onClose={erase.close} />
      ))}
      {nextYear.show(() => (
        <NextYearDialog onClose={nextYear.close} />
      ))}
    </Card>
  );
}

type StepProps = { number: number; title: string; text: string; children: ReactNode };

const Step = ({ number, title, text, children }: StepProps) => (
  <li className="grid grid-rows-[auto_1fr_auto] gap-2.5">
    <h5 className="font-semibold">
      {number}. {title}
    </h5>
    <p className="text-sm text-pretty text-mute">{text}</p>
    {children}
  </li>
);
