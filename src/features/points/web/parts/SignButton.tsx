import type { RefObject } from 'react';
import { readWhole } from '#platform/numbers.ts';
import { Button } from '#platform/web/ui/button.tsx';

type SignButtonProps = { typed: string; onType: (typed: string) => void; field: RefObject<HTMLInputElement | null> };

/** The number keyboard of phones has no minus. */
export const SignButton = ({ typed, onType, field }: SignButtonProps) => (
  <Button
    className="mt-7.5 pointer-fine:hidden"
    aria-label="Change the sign"
    onClick={() => {
      onType(String(-(readWhole(typed) ?? 0) || '-'));
      field.current?.focus();
    }}
  >
    ±
  </Button>
);
