import Plus from 'lucide-react/icons/plus';
import { newIdempotencyKey } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import { QUESTIONS } from '../../limits.ts';
import { questionsIn, type TypedQuestion } from '../../rules/questions.ts';

const KINDS = [
  { value: 'text', label: 'A text' },
  { value: 'number', label: 'A number' },
  { value: 'yes-no', label: 'Yes or no' },
  { value: 'choice', label: 'One of several' },
];

const NEEDED = [
  { value: 'yes', label: 'Everybody must answer' },
  { value: 'no', label: 'It can be left empty' },
];

/** Shown as what is asked often. */
const EXAMPLES = ['Age', 'Parent’s phone', 'Picked up by', 'Allergies'];

type QuestionFieldsProps = {
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (value: string) => void;
};

/** What each person is asked who takes a place. Folded while nothing is asked. */
export function QuestionFields({ value, error, hint, onChange }: QuestionFieldsProps) {
  const questions = questionsIn(value);
  const change = (next: readonly TypedQuestion[]) => onChange(next.length === 0 ? '' : JSON.stringify(next));
  const add = () => {
    // An id of eight letters is enough among three.
    const id = newIdempotencyKey().slice(0, 8);
    change([...questions, { id, label: '', kind: 'text', choices: '', required: true }]);
  };
  return (
    <details className="rounded-xl border border-line sm:col-span-2" open={questions.length > 0 || undefined}>
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold">Questions to each person</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-4">
        <p className="text-[0.9375rem] text-pretty text-mute">
          {hint ??
            'Only this event’s door list, roster and its table show the answers. They are deleted 14 days after the festival, and with their question.'}
        </p>
        {questions.map((question, index) => (
          <QuestionRow
            key={question.id}
            number={index + 1}
            question={question}
            onChange={(next) => change(questions.with(index, next))}
            onRemove={() => change(questions.toSpliced(index, 1))}
          />
        ))}
        {questions.length < QUESTIONS.most && (
          <Button tone="ghost" className="justify-self-start" onClick={add}>
            <Plus aria-hidden="true" />
            Add a question
          </Button>
        )}
        <p role="alert" className="font-semibold text-coral empty:hidden">
          {error}
        </p>
      </div>
    </details>
  );
}

type QuestionRowProps = {
  number: number;
  question: TypedQuestion;
  onChange: (question: TypedQuestion) => void;
  onRemove: () => void;
};

function QuestionRow({ number, question, onChange, onRemove }: QuestionRowProps) {
  const { label, kind, choices, required } = question;
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 border-t border-line pt-3 sm:grid-cols-2">
      <legend className="sr-only">Question {number}</legend>
      <div className="sm:col-span-2">
        <TextField
          label={`Question ${number}`}
          placeholder={EXAMPLES.join(', ')}
          autoComplete="off"
          limit={QUESTIONS.label}
          value={label}
          onChange={({ target }) => onChange({ ...question, label: target.value })}
        />
      </div>
      <SelectField
        label={`Answer ${number}`}
        options={KINDS}
        value={kind}
        onChange={({ target }) => onChange({ ...question, kind: target.value as TypedQuestion['kind'] })}
      />
      <SelectField
        label={`Needed ${number}`}
        options={NEEDED}
        value={required ? 'yes' : 'no'}
        onChange={({ target }) => onChange({ ...question, required: target.value === 'yes' })}
      />
      {kind === 'choice' && (
        <div className="sm:col-span-2">
          <TextArea
            label={`Choices ${number}`}
            hint="Each in a line of its own."
            value={choices}
            onChange={({ target }) => onChange({ ...question, choices: target.value })}
          />
        </div>
      )}
      <Button tone="ghost" className="justify-self-start" aria-label={`Remove question ${number}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}
