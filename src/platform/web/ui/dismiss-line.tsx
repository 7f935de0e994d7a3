import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type DismissLineProps = { label: string; onDismiss: () => void; children: ReactNode };

export const DismissLine = ({ label, onDismiss, children }: DismissLineProps) => (
  <li className="flex items-start justify-between gap-2 py-1.5">
    <div className="min-w-0 flex-1 py-2.5 text-pretty [overflow-wrap:anywhere]">{children}</div>
    <Button tone="ghost" size="icon" aria-label={`Dismiss: ${label}`} onClick={onDismiss}>
      <X aria-hidden="true" />
    </Button>
  </li>
);
