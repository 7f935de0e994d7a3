import { AskDialog } from '#platform/web/ui/ask-dialog.tsx';

const WORDS = {
  RESULTS_EXIST: { title: 'Replace the bracket?', no: 'Keep it', yes: 'Replace', tone: 'danger' },
  PLAYERS_MISSING: { title: 'Not everybody is here', no: 'Cancel', yes: 'Draw', tone: 'sun' },
} as const;

export type QuestionCode = keyof typeof WORDS;

export const isQuestion = (code: string | undefined): code is QuestionCode => code !== undefined && code in WORDS;

type DrawQuestionProps = {
  /** The event's. */
  title: string;
  code: QuestionCode;
  /** The server's message. */
  why: string;
  pending: boolean;
  onClose: () => void;
  onDraw: () => void;
};

/** Asks before a draw that deletes results, and before one without people who are registered. */
export const DrawQuestion = ({ title, code, why, pending, onClose, onDraw }: DrawQuestionProps) => (
  <AskDialog
    {...WORDS[code]}
    description={title}
    disabledReason={pending ? 'The bracket is being drawn.' : undefined}
    onYes={onDraw}
    onClose={onClose}
  >
    <p className="[overflow-wrap:anywhere]">{why}</p>
  </AskDialog>
);
