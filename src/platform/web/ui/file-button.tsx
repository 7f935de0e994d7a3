import { type ReactNode, useId } from 'react';

type FileButtonProps = { accept: string; disabled: boolean; onFile: (file: File) => void; children: ReactNode };

/** A file input that looks like a button. */
export function FileButton({ accept, disabled, onFile, children }: FileButtonProps) {
  const id = useId();
  return (
    <div className="grid">
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
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
        {children}
      </label>
    </div>
  );
}
