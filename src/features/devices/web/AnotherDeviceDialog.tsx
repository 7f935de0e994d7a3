import { useMutation, useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import { request } from '#platform/web/api.ts';
import { whenConnected } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { makeCode } from '../contract.ts';
import { CodeToShow } from './parts/CodeToShow.tsx';
import { devicesQuery } from './queries.ts';

/** Shows a code with which another device gets the same places. */
export function AnotherDeviceDialog({ onClose }: { onClose: () => void }) {
  const { mutate, data, isError } = useMutation({
    mutationFn: () => request<typeof makeCode>('POST /api/devices/code'),
  });
  // React runs effects twice in development, and a second code voids the first.
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current) mutate();
    asked.current = true;
  }, [mutate]);
  // The live stream asks again for queries only.
  useEffect(() => (isError ? whenConnected(() => mutate()) : undefined), [isError, mutate]);
  const hasJoined = useHasJoined();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Use on another device"
      description="Scan this with the other phone, or open My schedule there and type the code. Both then show the same places; those of the other phone are added."
      footer={
        <Button tone="ghost" onClick={onClose}>
          {hasJoined ? 'Done' : 'Close'}
        </Button>
      }
    >
      <p role="status" className="flex items-center gap-2 font-semibold text-sea empty:hidden">
        {hasJoined && (
          <>
            <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
            The other device has your places now.
          </>
        )}
      </p>
      {!hasJoined && data && <CodeToShow shown={data} onAgain={() => mutate()} />}
      {!data && isError && <LoadError title="The code didn’t load" onRetry={() => mutate()} />}
      {!data && !isError && <Loading words="Loading the code" className="h-96 rounded-2xl" />}
    </Dialog>
  );
}

/** Whether a device was added since this is shown. */
function useHasJoined(): boolean {
  // The list from before may lack a device that joined since, when the live stream was away.
  const { data, isFetching } = useQuery({ ...devicesQuery, refetchOnMount: 'always' });
  const first = useRef<number>(undefined);
  if (!isFetching) first.current ??= data?.length;
  return data !== undefined && first.current !== undefined && data.length > first.current;
}
