/** How a screen makes a call: one hook that sends, says that it is busy and says why it failed, and a button made of it. */
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef } from 'react';
import { sentenceOf } from '#platform/web/api.ts';
import { unsentWords } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import { guarded, isLocked } from './state.ts';

type ActOptions<Sent, Answer> = {
  /** What is said of a failure that does not say why. */
  fails: string;
  /** A form shows `problem` and no toast says it; a function says of which errors. */
  inForm?: boolean | ((error: Error) => boolean);
  /** Whether what was typed is kept when there is no connection; a press alone types nothing. */
  isTyped?: boolean;
  /** Why the button waits: 'The link is being stopped.' */
  busy?: string;
  /** The call is busy until a promise that this returns is fulfilled. */
  done?: ((answer: Answer, sent: Sent) => unknown) | undefined;
  /** What else follows from a failure. Not called when the password is asked for. */
  failed?: ((error: Error, sent: Sent) => unknown) | undefined;
  /** Called after an answer and after a failure, also when the password is asked for. */
  settled?: () => unknown;
};

export type Act<Sent, Answer = unknown> = {
  run: (sent: Sent) => void;
  isBusy: boolean;
  /** The reason for a `disabledReason`. */
  busy: string | undefined;
  /** What a form says of the last failure. */
  problem: string | undefined;
  error: Error | null;
  /** What was sent last. */
  sent: Sent | undefined;
  answer: Answer | undefined;
  reset: () => void;
};

type SendingOptions<Sent, Answer> = ActOptions<Sent, Answer> & {
  /** Errors that are no failure. */
  ignores: (error: Error) => boolean;
};

function useSending<Sent, Answer>(send: (sent: Sent) => Promise<Answer>, options: SendingOptions<Sent, Answer>) {
  const { fails, inForm = false, isTyped = true, busy = 'It is being sent.', done, failed, settled, ignores } = options;
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { mutate, mutateAsync, isPending, error, variables, data, reset } = useMutation<Answer, Error, Sent>({
    mutationFn: (sent) => send(sent),
    onSuccess: (answer, sent) => done?.(answer, sent),
    onError: (failure, sent) => {
      if (ignores(failure)) return;
      const isInForm = typeof inForm === 'function' ? inForm(failure) : inForm;
      // A form that was closed meanwhile says nothing.
      if (!isInForm || !isShown.current) showError(sentenceOf(failure, fails));
      return failed?.(failure, sent);
    },
    onSettled: () => settled?.(),
  });
  const isFailure = error !== null && !ignores(error);
  const problem = isFailure ? (isTyped && unsentWords(error)) || sentenceOf(error, fails) : undefined;
  const state = { isBusy: isPending, busy: isPending ? busy : undefined, problem, error };
  return { mutate, mutateAsync, act: { ...state, sent: variables, answer: data, reset } };
}

/**
 * A call that needs an organiser: `const stop = useAct(stopHelper, { fails: 'The link could not be stopped. Please try again.' })`,
 * then `stop.run(id)`. Asks for the password first where this browser has no session, or has one no more.
 */
export function useAct<Sent = void, Answer = unknown>(
  send: (sent: Sent) => Promise<Answer>,
  options: ActOptions<Sent, Answer>,
): Act<Sent, Answer> {
  const { mutateAsync, act } = useSending(send, { ...options, ignores: isLocked });
  return { ...act, run: (sent) => guarded(() => mutateAsync(sent)) };
}

/** `useAct` for a call that needs no password. */
export function useVisitorAct<Sent = void, Answer = unknown>(
  send: (sent: Sent) => Promise<Answer>,
  options: ActOptions<Sent, Answer>,
): Act<Sent, Answer> {
  const { mutate, act } = useSending(send, { ...options, ignores: () => false });
  return { ...act, run: (sent) => mutate(sent) };
}

type ButtonParts = Omit<ComponentProps<typeof Button>, 'onClick' | 'disabledReason'>;
type OfAct<Sent> = { act: Pick<Act<Sent>, 'run' | 'busy'>; of: Sent };
type ActButtonProps<Sent> = ButtonParts & (undefined extends Sent ? Pick<OfAct<Sent>, 'act'> : OfAct<Sent>);

/** A button that sends `of`, and is disabled while the call is busy. */
export function ActButton<Sent>(props: ActButtonProps<Sent>) {
  const { act, of, ...button } = props as ButtonParts & OfAct<Sent>;
  return <Button {...button} onClick={() => act.run(of)} disabledReason={act.busy} />;
}
