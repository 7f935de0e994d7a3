import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useConnected } from '../connection.ts';
import type { Draft } from '../forms.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  title: string;
  description: string;
  open?: boolean;
  wide?: boolean;
  submitLabel: string;
  sendingLabel: string;
  tone?: 'sea' | 'sun' | 'danger';
  /** The call that it makes: one of `useAct`. */
  act: {
    readonly isBusy: boolean;
    /** A message about the form as a whole. */
    readonly problem?: string | undefined;
  };
  /** Where the focus goes when it opens: the first field, or the submit button, which opens no keyboard on a phone. */
  startAt?: 'field' | 'submit';
  missing?: string | undefined;
  /** What cannot be sent now waits on this device for the network. */
  isKept?: boolean;
  /** Cancel drops it; Escape keeps it. */
  draft?: Draft | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

const SLOW_MS = 4_000;

function useSlow(isSending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isSending]);
  return useConnected() && isSlow;
}

/** `onSubmit` is called only while the form can be sent. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    open = true,
    wide = false,
    tone = 'sea',
    startAt = 'field',
    isKept = false,
    children,
  } = props;
  const { submitLabel, sendingLabel, act, missing, draft, onSubmit, onClose } = props;
  const isSending = act.isBusy;
  const isSlow = useSlow(isSending);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const wasSubmitted = useRef(false);
  const disabledReason = isSending ? 'It is being sent.' : missing;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (disabledReason !== undefined) return;
    wasSubmitted.current = true;
    onSubmit();
  };
  // On a phone the wrong field may be out of sight. After every render, because the server's refusal comes later.
  useEffect(() => {
    if (!wasSubmitted.current || isSending) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    wasSubmitted.current = false;
    wrong.focus();
  });
  const cancel = () => {
    draft?.discard();
    onClose();
  };
  return (
    <Dialog
      open={open}
      wide={wide}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button tone="ghost" onClick={cancel}>
            Cancel
          </Button>
          <Button
            tone={tone}
            type="submit"
            form={formId}
            disabledReason={disabledReason}
            data-start={startAt === 'submit' ? '' : undefined}
          >
            {isSending ? sendingLabel : submitLabel}
          </Button>
          {isSlow && (
            <p role="status" className="font-semibold text-sun sm:order-first sm:flex-1">
              {`The network is slow. You may close this: it is ${isKept ? 'kept and' : 'still'} sent.`}
            </p>
          )}
        </>
      }
    >
      <p
        role="alert"
        className="sticky top-0 z-20 mb-4 rounded-xl border border-coral bg-panel px-4 py-3 font-semibold text-coral [overflow-wrap:anywhere] empty:hidden"
      >
        {act.problem}
      </p>
      {draft?.isRestored && <Restored onRestart={draft.restart} />}
      {/* The server says what is wrong with a field; the browser's own bubble would hide it. */}
      <form ref={form} id={formId} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
      </form>
    </Dialog>
  );
}

const Restored = ({ onRestart }: { onRestart: () => void }) => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <p className="text-mute">This is what you typed before.</p>
    <Button onClick={onRestart}>Start over</Button>
  </div>
);
