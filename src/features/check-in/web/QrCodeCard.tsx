import { useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { isLocked, useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { request } from '#platform/web/api.ts';
import { NoConnection } from '#platform/web/connection.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { Skeleton } from '#platform/web/ui/loading.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { renewQrCode } from '../contract.ts';
import { Poster } from './Poster.tsx';
import { qrCodeQuery } from './queries.ts';

const failed = (error: Error) =>
  void showError(error instanceof NoConnection ? error.message : 'Failed to generate QR code');

/** The event's code: show, download, print, renew. */
export function QrCodeCard({ event, zone }: { event: FestivalEvent; zone: string }) {
  const { data, error, isFetching, refetch } = useQuery(qrCodeQuery(event.id));
  const { on } = useAdminMode();
  const isAway = error instanceof NoConnection;
  useEffect(() => {
    if (error !== null && !isLocked(error) && !isAway) failed(error);
  }, [error, isAway]);
  return (
    <Card
      as="section"
      id="qr-code"
      aria-labelledby="qr-code-title"
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
    >
      <h3 id="qr-code-title" className="text-xl font-semibold">
        QR code
      </h3>
      {data !== undefined && (
        <img
          src={data.qrCode}
          alt={`Check-in code of ${event.title}`}
          className="mx-auto aspect-square w-full max-w-80 rounded-xl bg-[#fff]"
        />
      )}
      {data === undefined && error === null && <Skeleton className="mx-auto aspect-square w-full max-w-80" />}
      {data === undefined && error !== null && (
        <div className="grid justify-items-center gap-3 rounded-xl border-2 border-dashed border-line px-4 py-10 text-center">
          <p className="font-semibold">{isAway ? 'The QR code needs a connection' : 'The QR code didn’t load'}</p>
          <Button
            tone="sea"
            onClick={() => void refetch()}
            disabledReason={isFetching ? 'It is being loaded.' : undefined}
          >
            Try again
          </Button>
        </div>
      )}
      {data !== undefined && (
        <>
          <div className="grid gap-2.5">
            <a href={data.qrCode} download={`check-in-qr-${event.id}.png`} className={buttonClass('sea')}>
              <Download aria-hidden="true" />
              Download QR Code
            </a>
            <Button onClick={() => print()}>
              <Printer aria-hidden="true" />
              Print QR Code
            </Button>
            {on && <NewCode event={event} />}
          </div>
          <Poster event={event} zone={zone} qrCode={data.qrCode} />
        </>
      )}
      <Instructions />
    </Card>
  );
}

/** Asks for confirmation, because printed copies of the old code stop working. */
function NewCode({ event }: { event: FestivalEvent }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const params = { id: event.id };
  const renew = useAct(() => request<typeof renewQrCode>('POST /api/events/{id}/qr-code', { params }), {
    fails: '',
    inForm: true,
    busy: 'The new code is being made.',
    done: (answer) => {
      client.setQueryData(qrCodeQuery(event.id).queryKey, answer);
      confirm.close();
      showToast({ title: 'New code made', description: 'Codes made before no longer work. Print this one.' });
    },
    failed,
  });
  if (!confirm.isAsking) {
    return (
      <Button ref={confirm.opener} tone="ghost" onClick={confirm.ask}>
        <RefreshCw aria-hidden="true" />
        New code
      </Button>
    );
  }
  return (
    <Confirm
      state={confirm}
      question="Make a new code?"
      no="Keep this code"
      yes={renew.isBusy ? 'Making a new code...' : 'Yes, make a new code'}
      onYes={renew.run}
      disabledReason={renew.busy}
    >
      Posters and photos of the old one stop working.
    </Confirm>
  );
}

const Instructions = () => (
  <div className="grid gap-2 border-t border-line pt-4">
    <h4 className="font-semibold">How it works</h4>
    <ol className="grid list-decimal gap-1.5 pl-5 text-pretty text-mute marker:text-sun">
      <li>Display this QR code at the event’s entrance.</li>
      <li>Visitors scan it with their phone’s camera.</li>
      <li>They enter the name that has the place.</li>
      <li>Check-in is confirmed automatically, and shows in the staff list.</li>
    </ol>
  </div>
);
