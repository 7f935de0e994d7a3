import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { ActButton, useAct } from './act.tsx';

/** Downloads a file that only organisers may have. */
export function SaveButton({ save, children }: { save: () => Promise<void>; children: ReactNode }) {
  const act = useAct(save, {
    fails: 'The file was not downloaded. Check your connection and try again.',
    busy: 'The file is being made.',
  });
  return (
    <ActButton act={act} className="w-full">
      <Download aria-hidden="true" />
      {children}
    </ActButton>
  );
}
