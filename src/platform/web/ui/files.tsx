import { type ReactNode, useId } from 'react';
import type { Endpoint } from '../../contract.ts';
import { type Rest, send } from '../api.ts';

/** Milliseconds until the object URL is released, long after every browser has begun to save. */
const FORGOTTEN_AFTER = 60_000;

const saveAs = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER);
};

/** Not a link to the address, which would save a refusal as the file. Throws ApiError. */
export const download = async <E extends Endpoint>(literal: E['route'], ...rest: Rest<E>): Promise<void> => {
  const response = await send<E>(literal, ...rest);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  saveAs(name, await response.blob());
};

type FileButtonProps = { accept: string; disabled: boolean; onFile: (file: File) => void; children: ReactNode };

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
          // So that the same file can be chosen again after a correction.
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
