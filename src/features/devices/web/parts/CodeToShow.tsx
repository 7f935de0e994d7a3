import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { now } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { copyText, QrCode } from '#platform/web/ui/qr-code.tsx';
import type { ShownCode } from '../../contract.ts';

/** A code as QR code and as text, with the time that it still works. */
export function CodeToShow({ shown, onAgain }: { shown: ShownCode; onAgain: () => void }) {
  const left = useSecondsUntil(shown.until);
  if (left === 0) {
    return (
      <div className="grid gap-3">
        <p role="status">This code has expired. It worked for 10 minutes.</p>
        <Button tone="sea" className="justify-self-start" onClick={onAgain}>
          Show a new code
        </Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode address={shown.address} label="QR code to scan with the other phone" className="size-56 rounded-xl" />
      <p className="grid justify-items-center gap-1">
        <span className="text-mute">or type there</span>
        <span className="text-4xl leading-none font-semibold tracking-widest select-all">{shown.code}</span>
      </p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <Button onClick={() => void copyText(shown.address, 'Link copied', 'Read the code out, or scan it.')}>
          <Copy aria-hidden="true" />
          Copy the link
        </Button>
        <p className="text-mute tabular-nums">
          Works once, for {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </p>
      </div>
    </div>
  );
}

const secondsUntil = (moment: string): number => Math.max(0, Math.ceil((Date.parse(moment) - now()) / 1000));

function useSecondsUntil(moment: string): number {
  const [left, setLeft] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(moment)), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
