import type { ComponentProps } from 'react';
import { NumberField, TextField } from '#platform/web/ui/field.tsx';
import { EVENT_POINTS } from '../../limits.ts';

type PointsFieldsProps = {
  points: Omit<ComponentProps<typeof TextField>, 'label'>;
  takingPart: Omit<ComponentProps<typeof NumberField>, 'label' | 'min' | 'max'>;
};

export const PointsInputs = ({ points, takingPart }: PointsFieldsProps) => (
  <>
    <TextField
      label="Points by place"
      placeholder="10, 5, 3"
      autoComplete="off"
      {...points}
      hint={points.hint ?? 'Of a tournament: 1st, 2nd and so on, at most 8. Equal places get the same.'}
    />
    <NumberField
      label="Points for taking part"
      min={EVENT_POINTS.min}
      max={EVENT_POINTS.max}
      {...takingPart}
      hint={takingPart.hint ?? 'On top, for everybody who is checked in; in a tournament for everybody who played.'}
    />
  </>
);

/** Folded while an event gives no points. */
export const PointsFields = (props: PointsFieldsProps) => (
  <details
    className="rounded-xl border border-line sm:col-span-2"
    open={props.points.value !== '' || props.takingPart.value !== '' || undefined}
  >
    <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold">Points for the competition</summary>
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 px-4 pt-1 pb-4 sm:grid-cols-2">
      <PointsInputs {...props} />
    </div>
  </details>
);
