import { useQuery } from '@tanstack/react-query';
import ImageUp from 'lucide-react/icons/image-up';
import Trash from 'lucide-react/icons/trash-2';
import { useContext, useId, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { request } from '#platform/web/api.ts';
import { ActionsDisabled, Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { addPicture, Picture, removePicture, renamePicture } from '../contract.ts';
import { MOST_PICTURES, NAME_LENGTH, nameOfFile, pictureName, pictureProblem } from '../rules.ts';
import { FramedPicture } from './FramedPicture.tsx';
import { picturesQuery } from './queries.ts';

/** The pictures that screens can show: add and remove. */
export function PicturesCard() {
  const { on } = useAdminMode();
  const { data: pictures, isError, refetch } = useQuery({ ...picturesQuery, enabled: on });
  if (!on) return null;
  if (pictures === undefined)
    return <Pending what="pictures" failed={isError} retry={refetch} className="h-40 rounded-2xl" />;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
      <h4 className="text-lg font-semibold">Pictures for screens</h4>
      <AddPicture isFull={pictures.length >= MOST_PICTURES} />
      {pictures.length > 0 && (
        <ul aria-label="Pictures" className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-4">
          {pictures.map((picture) => (
            <PictureTile key={picture.id} picture={picture} name={pictureName(pictures, picture.id) ?? ''} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AddPicture({ isFull }: { isFull: boolean }) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const offline = useContext(ActionsDisabled);
  const send = (bytes: File) =>
    request<typeof addPicture>('POST /api/pictures', { bytes, query: { name: nameOfFile(bytes.name) } });
  const add = useAct(send, {
    fails: 'The picture could not be added. Please try again.',
    inForm: true,
    isTyped: false,
  });
  const choose = (file: File | undefined) => {
    if (file === undefined || add.isBusy) return;
    const why = offline ?? (isFull ? `There are ${MOST_PICTURES} pictures. Remove one first.` : pictureProblem(file));
    setProblem(why);
    add.reset();
    if (why === null) add.run(file);
  };
  return (
    <div className="grid justify-items-start gap-2.5">
      <p className="text-pretty text-mute">
        PNG, JPEG or WebP, up to 2 MB, {MOST_PICTURES} at most. A big screen is 1920 × 1080.
      </p>
      <input
        id={id}
        type="file"
        disabled={add.isBusy}
        className="peer sr-only"
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="btn btn-quiet peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-sun"
      >
        <ImageUp aria-hidden="true" />
        {add.isBusy ? 'Adding...' : 'Add a picture'}
      </label>
      <p role="alert" className="font-semibold text-coral empty:hidden">
        {problem ?? add.problem}
      </p>
    </div>
  );
}

function PictureTile({ picture: { id, width, height, ...picture }, name }: { picture: Picture; name: string }) {
  const confirm = useConfirm();
  // Until something is typed the field follows what other organisers call it.
  const [draft, type] = useState<string | null>(null);
  const typed = draft ?? picture.name;
  const field = useRef<HTMLInputElement>(null);
  const rename = useAct(
    () => request<typeof renamePicture>('PATCH /api/pictures/{id}', { params: { id }, body: { name: typed } }),
    {
      fails: 'The picture could not be named. Please try again.',
      busy: 'The name is being saved.',
      done: () => {
        // Save goes, and its focus with it.
        if (document.activeElement?.closest('form') === field.current?.form) field.current?.focus();
        type(null);
      },
    },
  );
  const remove = useAct(() => request<typeof removePicture>('DELETE /api/pictures/{id}', { params: { id } }), {
    fails: 'The picture could not be removed. Please try again.',
    busy: 'The picture is being removed.',
  });
  return (
    <li className="grid content-start gap-2">
      <FramedPicture
        lazy
        id={id}
        alt={name}
        className="aspect-video w-full overflow-hidden rounded-xl border border-line"
      />
      {confirm.isAsking ? (
        <Confirm
          state={confirm}
          question={`Remove ${name}?`}
          no="Keep it"
          yes="Remove"
          onYes={remove.run}
          disabledReason={remove.busy}
        >
          Pages that show it are skipped.
        </Confirm>
      ) : (
        <form
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2"
          onSubmit={(event) => {
            event.preventDefault();
            rename.run();
          }}
        >
          <TextField
            ref={field}
            quietLabel
            label={`Name of ${name}`}
            placeholder={name}
            limit={NAME_LENGTH}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
          {typed.trim() !== picture.name ? (
            <Button type="submit" aria-label={`Save the name of ${name}`} disabledReason={rename.busy}>
              Save
            </Button>
          ) : (
            <Button ref={confirm.opener} tone="ghost" size="icon" aria-label={`Remove ${name}`} onClick={confirm.ask}>
              <Trash aria-hidden="true" />
            </Button>
          )}
          <p className="text-[0.9375rem] text-mute">
            {width} × {height}
          </p>
        </form>
      )}
    </li>
  );
}
