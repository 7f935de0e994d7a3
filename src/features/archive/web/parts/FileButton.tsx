import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';

type FileButtonProps = { label: string; accept: string; busy: boolean; onFile: (file: File) => void };

/** A file input that looks like a button. */
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
          // Clears the input, so that the same file can be chosen again after a correction.
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
