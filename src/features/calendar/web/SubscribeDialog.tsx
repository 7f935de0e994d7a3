import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Copy from 'lucide-react/icons/copy';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { copyText, QrCode } from '#platform/web/ui/qr-code.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { readSubscription, renewSubscription, Subscription } from '../contract.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['calendar', 'subscription'],
  queryFn: ({ signal }) => request<typeof readSubscription>('GET /api/calendar/subscription', { signal }),
  // Another device may have made it void, and nothing announces that.
  gcTime: 0,
  // `gcTime` deletes on a timer, so that a quick reopening still finds the old answer.
  refetchOnMount: 'always',
});

/** The visitor's places as a calendar that follows every change. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(subscriptionQuery);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Put my schedule into my calendar"
      description="Your calendar app then shows your places, follows changes, and reminds you 15 minutes before."
      footer={
        <Button tone="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      {data && <Address subscription={data} />}
      {!data &&
        (isError || data === null ? (
          <LoadError title="The address didn’t load" onRetry={() => void refetch()} />
        ) : (
          <Loading words="Loading the address" className="h-80 rounded-2xl" />
        ))}
    </Dialog>
  );
}

function Address({ subscription: { address } }: { subscription: Subscription }) {
  return (
    <div className="grid gap-5">
      <a className={`${buttonClass('sea')} justify-self-start`} href={address.replace(/^https?:/, 'webcal:')}>
        <CalendarHeart aria-hidden="true" />
        Open in my calendar app
      </a>
      <div className="grid items-end gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          label="Or add this address by hand"
          readOnly
          value={address}
          onFocus={(focus) => focus.target.select()}
        />
        <Button onClick={() => void copyText(address, 'Address copied', 'Select the address and copy it by hand.')}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode address={address} scheme="webcal" label="QR code of the address" className="size-40 rounded-xl" />
        <p className="min-w-48 flex-1 text-mute">
          Scan it with another phone. Whoever has the address sees where you will be: keep it to yourself.
        </p>
      </div>
      <Renew />
      <p className="text-mute">
        <a href="/calendar.ics" className="underline underline-offset-4 hover:text-ink">
          The whole programme as a calendar
        </a>
      </p>
    </div>
  );
}

function Renew() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const renew = useVisitorAct(() => request<typeof renewSubscription>('POST /api/calendar/subscription'), {
    fails: 'The address is as before. Please try again.',
    busy: 'The new address is being made.',
    done: (renewed) => {
      client.setQueryData(subscriptionQuery.queryKey, renewed);
      confirm.close();
      showToast({ title: 'New address', description: 'The earlier one shows nothing any more.' });
    },
    // Perhaps only the answer was lost.
    failed: () => void client.invalidateQueries(subscriptionQuery),
  });
  if (!confirm.isAsking) {
    return (
      <Button ref={confirm.opener} tone="ghost" className="justify-self-start" onClick={confirm.ask}>
        New address
      </Button>
    );
  }
  return (
    <Confirm
      state={confirm}
      question="Make a new address?"
      no="Keep this address"
      yes={renew.isBusy ? 'Making a new address...' : 'Yes, make a new address'}
      onYes={renew.run}
      disabledReason={renew.busy}
    >
      Calendars that use the present address will no longer follow your schedule.
    </Confirm>
  );
}
