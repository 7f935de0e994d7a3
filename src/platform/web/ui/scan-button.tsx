import ScanLine from 'lucide-react/icons/scan-line';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHydrated } from '../hydrated.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Not in TypeScript's DOM: Chromium on Android and macOS has it. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };
type DetectorClass = new (options: { formats: readonly string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const EVERY_MS = 250;

type ScanButtonProps = { onText: (text: string) => void; words?: string; className?: string };

/** Reads a QR code with the camera. Nothing where the browser cannot: codes can be typed everywhere. */
export function ScanButton({ onText, words = 'Scan', className = '' }: ScanButtonProps) {
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  if (!hydrated || detectorClass() === undefined) return null;
  return (
    <>
      <Button tone="quiet" className={className} onClick={() => setOpen(true)}>
        <ScanLine aria-hidden="true" />
        {words}
      </Button>
      {isOpen && (
        <ScanDialog
          onClose={() => setOpen(false)}
          onText={(text) => {
            setOpen(false);
            onText(text);
          }}
        />
      )}
    </>
  );
}

function ScanDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  const found = useEffectEvent(onText);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const begin = async () => {
      const Detector = detectorClass();
      if (Detector === undefined) return;
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      stream = opened;
      if (isOver || video.current === null) return stop();
      video.current.srcObject = opened;
      const detector = new Detector({ formats: ['qr_code'] });
      timer = setInterval(async () => {
        if (video.current === null) return;
        // Fails until the video has its first picture.
        const [code] = await detector.detect(video.current).catch(() => []);
        if (code === undefined || isOver) return;
        stop();
        found(code.rawValue);
      }, EVERY_MS);
    };
    const stop = () => {
      isOver = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    begin().catch(() => setProblem('The camera can’t be used here. Type the six letters instead.'));
    return stop;
  }, []);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Scan a badge"
      description="Hold the square code in front of the camera."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p role="alert" className="font-semibold text-coral empty:hidden">
        {problem}
      </p>
      {problem === '' && (
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          className="aspect-square w-full rounded-xl bg-[#000] object-cover"
        />
      )}
    </Dialog>
  );
}
