import { useRef } from 'react';
import { ApiError } from '#platform/web/api.ts';
import { Confirm } from '#platform/web/ui/confirm.tsx';

export const isMany = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'MANY_POINTS';

type ManyPointsProps = { error: ApiError; onYes: () => void; onNo: () => void };

/** Asks a helper who gives more points at once than the festival says. */
export function ManyPoints({ error, onYes, onNo }: ManyPointsProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Confirm
      state={{ close: onNo, safe }}
      question="So many points?"
      no="Change it"
      yes="Give them"
      onYes={onYes}
      disabledReason={undefined}
    >
      {error.sentence}
    </Confirm>
  );
}
