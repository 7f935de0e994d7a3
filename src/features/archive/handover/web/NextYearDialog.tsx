import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { festivalDayHeading } from '#platform/time.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { beginNextYear } from '../contract.ts';
import { shiftDay } from '../rules.ts';

/** 52 weeks. */
const YEAR_IN_DAYS = 364;

export function NextYearDialog({ onClose }: { onClose: () => void }) {
  const { firstDay: former } = useFestival();
  const [firstDay, setFirstDay] = useState(() => shiftDay(former, YEAR_IN_DAYS));
  const send = () => request<typeof beginNextYear>('POST /api/admin/next-year', { body: { firstDay } });
  const act = useAct(send, {
    fails: 'Next year could not be begun. Please try again.',
    inForm: true,
    done: ({ events, dates }) => {
      showToast({
        title: 'Next year begun',
        description: `Events as drafts: ${events}. The facts still say “${isolated(dates)}”: change that in Facts and missions.`,
      });
      onClose();
    },
  });
  const isDay = act.error instanceof ApiError && act.error.field === 'firstDay';
  return (
    <FormDialog
      title="Begin next year"
      description={`The first day was ${festivalDayHeading(former)}, ${former.slice(0, 4)}. Every event keeps its weekday and its time.`}
      submitLabel="Begin next year"
      sendingLabel="Moving the programme..."
      act={isDay ? { isBusy: act.isBusy } : act}
      missing={firstDay === '' ? 'Choose the first day.' : undefined}
      onSubmit={act.run}
      onClose={onClose}
    >
      <TextField
        label="First day"
        type="date"
        value={firstDay}
        onChange={(change) => setFirstDay(change.target.value)}
        error={isDay ? act.problem : undefined}
      />
      <p className="text-sm text-pretty text-mute">
        All events become drafts: publish them when they are right. The dates in words stay as they are, and the moments
        when programme and places open are removed: set both in Facts and missions.
      </p>
    </FormDialog>
  );
}
