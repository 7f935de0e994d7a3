import { useQuery, useQueryClient } from '@tanstack/react-query';
import Smartphone from 'lucide-react/icons/smartphone';
import { Link } from 'wouter';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { relativeTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { OwnDevice, removeDevice } from '../contract.ts';
import { devicesQuery } from './queries.ts';

const AnotherDeviceDialog = onDemand(() =>
  import('./AnotherDeviceDialog.tsx').then((module) => module.AnotherDeviceDialog),
);

/** The devices that show the same, each with a button that removes it; this one is kept. */
export function DeviceList() {
  const { data, isError, refetch } = useQuery(devicesQuery);
  const dialog = useDialog();
  return (
    <Card
      as="section"
      aria-labelledby="devices"
      className={`grid content-start gap-4 p-5 sm:p-6 ${data === undefined ? 'min-h-56' : ''}`}
    >
      <h2 id="devices" className="font-display text-[2rem] leading-none text-sky">
        YOUR DEVICES
      </h2>
      {data === undefined &&
        (isError ? (
          <LoadError title="Your devices didn’t load" onRetry={() => void refetch()} />
        ) : (
          <Loading words="Loading your devices" className="h-28" />
        ))}
      {data?.length === 0 && (
        <p className="text-pretty">
          No device of yours is known here yet. Already registered on another phone?{' '}
          <Link href="/join" className="underline underline-offset-4">
            Type its code
          </Link>
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <ul className="grid gap-2.5">
            {data.map((device) => (
              <Row key={device.id} device={device} />
            ))}
          </ul>
          <Button className="justify-self-start" onClick={() => dialog.open()}>
            Use on another device
          </Button>
        </>
      )}
      {dialog.show(() => (
        <AnotherDeviceDialog onClose={dialog.close} />
      ))}
    </Card>
  );
}

function Row({ device: { id, since, lastSeen, current } }: { device: OwnDevice }) {
  const now = useNow();
  const client = useQueryClient();
  const confirm = useConfirm();
  const remove = useVisitorAct(() => request<typeof removeDevice>('DELETE /api/devices/{id}', { params: { id } }), {
    fails: 'It is still there. Please try again.',
    busy: 'It is being removed.',
    done: () => {
      showToast({ title: 'Device removed', description: 'It shows nothing of yours once it has a connection.' });
      focusMain();
    },
    settled: () => void client.invalidateQueries(devicesQuery),
  });
  return (
    <li className="grid gap-3 rounded-xl border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Smartphone aria-hidden="true" className="size-5 shrink-0 text-mute" />
        <p className="min-w-48 flex-1">
          <span className="font-semibold">{current ? 'This device' : 'Another device'}</span>
          <span className="block text-sm text-mute">
            Added {relativeTime(since, now)}
            {!current && `, last seen ${relativeTime(lastSeen, now)}`}
          </span>
        </p>
        {!current && !confirm.isAsking && (
          <Button ref={confirm.opener} tone="ghost" onClick={confirm.ask}>
            Remove
          </Button>
        )}
      </div>
      {confirm.isAsking && (
        <Confirm
          state={confirm}
          question="Remove this device?"
          no="Keep it"
          yes={remove.isBusy ? 'Removing...' : 'Yes, remove it'}
          onYes={remove.run}
          disabledReason={remove.busy}
        >
          Once it is online, it shows nothing of yours; until then it may still show what it last saw. Your places stay.
          A calendar that follows your schedule needs its new address.
        </Confirm>
      )}
    </li>
  );
}
