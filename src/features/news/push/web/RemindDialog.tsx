import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import type { ReactNode } from 'react';
import { ActButton, useVisitorAct } from '#features/access/web/act.tsx';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { CheckField } from '#platform/web/ui/field.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { KINDS, type Kind } from '../rules.ts';
import { changeKinds, type Reminding, readReminding, turnOff, turnOn } from './phone/subscription.ts';

/** Whether this browser is reminded, and of what. Asked again with each opening: the person may have changed a setting of the browser. */
const remindingQuery = queryOptions({
  queryKey: ['push', 'reminding'],
  queryFn: readReminding,
  gcTime: 0,
});

const LABELS: Readonly<Record<Kind, string>> = {
  starts: 'Starts in 15 minutes',
  changed: 'Moved, late or cancelled',
  promoted: 'A place from the waiting list',
  called: 'Your match is called',
  points: 'Points decided',
  urgent: 'Urgent messages',
};

/** Asks this browser for push messages, and switches their kinds. */
export function RemindDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, error, refetch } = useQuery(remindingQuery);
  const on = useChange(turnOn, {
    fails: 'Reminders are still off. This browser did not get an address for them.',
    busy: 'Reminders are being turned on.',
  });
  const off = useChange(turnOff, {
    fails: 'Reminders are still on. Please try again.',
    busy: 'Reminders are being stopped.',
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remind me on this phone"
      description="Messages about your places reach this phone also when the app is closed."
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Close
          </Button>
          {data?.state === 'off' && (
            <ActButton act={on} tone="sea">
              <BellRing aria-hidden="true" />
              Turn on reminders
            </ActButton>
          )}
          {data?.state === 'on' && <ActButton act={off}>Stop</ActButton>}
        </>
      }
    >
      {data ? (
        <State reminding={data} />
      ) : isError ? (
        <LoadError title="Reminders didn’t load" more={sentenceOf(error, '')} onRetry={() => void refetch()} />
      ) : (
        <Loading words="Loading reminders" className="h-72 rounded-2xl" />
      )}
    </Dialog>
  );
}

/** A change of what the dialog shows, which says why it failed. */
function useChange<T = void>(send: (wanted: T) => Promise<Reminding>, words: { fails: string; busy?: string }) {
  const client = useQueryClient();
  const done = (reminding: Reminding) => client.setQueryData(remindingQuery.queryKey, reminding);
  return useVisitorAct(send, { ...words, done });
}

function State({ reminding }: { reminding: Reminding }) {
  if (reminding.state === 'on') return <Switches kinds={reminding.kinds} />;
  if (reminding.state === 'install') return <Install />;
  return <p className="text-pretty">{WORDS[reminding.state]}</p>;
}

const WORDS: Readonly<Record<'unsupported' | 'denied' | 'off', ReactNode>> = {
  unsupported: 'This browser cannot show messages of a website. Open the festival in Chrome, Firefox, Edge or Safari.',
  denied:
    'This browser blocks notifications from this website. Allow them in its settings for this website (the symbol left of the address), then open this again. Or put your places into your calendar, in My schedule.',
  off: 'Your browser asks you next whether it may show notifications. You get one when your event starts in 15 minutes, moves, runs late or is cancelled, when you get a place from the waiting list, when your match is called, when your points are decided, and in an emergency. At night, from 1:00 to 8:00, only what is within the hour.',
};

/** Safari keeps the storage of an app on the home screen apart from its own. */
const Install = () => (
  <div className="grid gap-3">
    <p>An iPhone reminds you only from the app on its home screen:</p>
    <ol className="grid list-decimal gap-2 pl-6">
      <li>Press Share in Safari, then Add to Home Screen.</li>
      <li>Open the app there, and My schedule in it.</li>
      <li>Bring your places: press Use on another device here, and type its code there.</li>
      <li>Press Remind me on this phone there.</li>
    </ol>
  </div>
);

function Switches({ kinds }: { kinds: readonly Kind[] }) {
  const change = useChange((wanted: readonly Kind[]) => changeKinds(wanted), {
    fails: 'This stays as it was. Please try again.',
  });
  const shown = (change.isBusy && change.sent) || kinds;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-semibold text-sea">This phone reminds you</legend>
      {KINDS.map((kind) => (
        <CheckField
          key={kind}
          checked={shown.includes(kind)}
          onCheck={(checked) =>
            !change.isBusy && change.run(KINDS.filter((one) => (one === kind ? checked : shown.includes(one))))
          }
        >
          {LABELS[kind]}
        </CheckField>
      ))}
    </fieldset>
  );
}
