import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, useEffect, useState } from 'react';
import { useHydrated } from '#platform/web/hydrated.ts';
import { FileButton } from '#platform/web/ui/file-button.tsx';
import { ACCEPTED } from '../rules/file-kinds.ts';

/** Drop target for a file of scores, with a button to choose one. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const alive = useHydrated();
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent<HTMLElement>) => {
    // Moving over a child also fires dragleave.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      data-over={over || undefined}
      className="grid justify-items-center gap-3 rounded-2xl border-2 border-dashed border-edge bg-deep px-5 py-8 text-center transition-colors duration-150 data-over:border-sea data-over:bg-sea/14"
    >
      <FileUp aria-hidden="true" className={`size-8 ${over ? 'text-sea' : 'text-sun'}`} />
      <p className="font-semibold text-pretty">
        {over ? 'Drop the file here' : 'Drop a CSV, TSV, TXT or JSON file here'}
      </p>
      <p className="text-sm text-mute">or</p>
      {/* Disabled before hydration, when a chosen file would be lost. */}
      <FileButton accept={ACCEPTED} disabled={!alive} onFile={onFile}>
        Choose a file
      </FileButton>
    </div>
  );
}

/** Prevents that a file dropped elsewhere replaces the page and loses what was typed. */
export function useNoLeavingByDrop() {
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}
