import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';

type FileButtonProps = { label: string; accept: string; busy: boolean; onFile: (file: File) => void };

/** A file to choose: the browser's own field, drawn as a button. */
export function FileButton({ label, accept, busy, onFile }: FileButtonProps) {
  const id = useId();
  return (
    <div className="grid">
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={busy}
        className="peer sr-only"
        onChange={(change) => {
          const file = change.target.files?.[0];
          // The same file chosen again, after it was mended, is another choice.
          change.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <label
        htmlFor={id}
        className="btn btn-quiet peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-sun"
      >
        <FileUp aria-hidden="true" />
        {busy ? 'Reading...' : label}
      </label>
    </div>
  );
}
