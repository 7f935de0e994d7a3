import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { openUnlockDialog } from './state.ts';

type LockedProps = { icon: ReactNode; to: string; text: string };

/** In the place of what only organisers see. */
export const UnlockFirst = ({ icon, to, text }: LockedProps) => (
  <EmptyState
    icon={icon}
    title={`Unlock to ${to}`}
    text={text}
    action={
      <Button tone="sea" onClick={openUnlockDialog}>
        Unlock
      </Button>
    }
  />
);
