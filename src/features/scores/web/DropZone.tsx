import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { useHydrated } from '#platform/web/hydrated.ts';
import { ACCEPTED } from '../rules/file-kinds.ts';

/** Where a file of scores is dropped, or chosen by a button. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const alive = useHydrated();
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const leave = (event: DragEvent<HTMLElement>) => {
    // Going over a child is not leaving.
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
      <input
        id={id}
        type="file"
        // A file chosen before the page is alive would be lost.
        disabled={!alive}
        accept={ACCEPTED}
        className="peer sr-only"
        onChange={(change) => {
          const file = change.target.files?.[0];
          // The same file chosen again, after it was mended, is another choice.
          if (file !== undefined) onFile(file);
          change.target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="btn btn-quiet peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-sun"
      >
        Choose a file
      </label>
    </div>
  );
}

/** A file dropped anywhere else would replace the page, and with it what was typed. */
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
