import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { pictureName } from '#features/screens/pictures/rules.ts';
import { FramedPicture } from '#features/screens/pictures/web/FramedPicture.tsx';
import { picturesQuery } from '#features/screens/pictures/web/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { CheckField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import type { EditedFacts } from '../../contract.ts';
import { LENGTHS, MOST_CATEGORIES, MOST_THANKS_PICTURES } from '../../limits.ts';
import { useFestival } from '../queries.ts';
import {
  type CategoryForm,
  pressedPictures,
  type problemOf,
  SWITCHES,
  type Switches,
  TEXTS,
  textAt,
} from './facts-form.ts';

type FactsFieldsProps = {
  facts: EditedFacts;
  texts: Readonly<Record<string, string>>;
  missions: readonly CategoryForm[];
  problem: ReturnType<typeof problemOf> | null;
  onText: (path: string, text: string) => void;
  onMissions: (missions: readonly CategoryForm[]) => void;
  switches: Switches;
  onSwitches: (switches: Switches) => void;
};

const PARTS = [
  ['The festival', (path: string) => !path.includes('.')],
  ['Links', (path: string) => path.startsWith('links.')],
  ['Questions and answers', (path: string) => path.startsWith('faq.')],
] as const;

export const FactsFields = ({
  facts,
  texts,
  missions,
  problem,
  onText,
  onMissions,
  switches,
  onSwitches,
}: FactsFieldsProps) => {
  const { timeZone } = useFestival();
  return (
    <>
      {PARTS.map(([title, isIn]) => (
        <fieldset key={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          <legend className="mb-3 text-lg font-semibold text-sun">{title}</legend>
          {TEXTS.filter(({ path }) => isIn(path)).map(({ path, label, kind, limit, hint }) => {
            const shared = {
              label,
              hint,
              value: texts[path] ?? textAt(facts, path, timeZone),
              error: problem?.path === path ? problem.text : undefined,
              onChange: (change: { target: { value: string } }) => onText(path, change.target.value),
            };
            return (
              <div key={path} className={kind === 'area' ? 'sm:col-span-2' : undefined}>
                {kind === 'area' ? (
                  <TextArea {...shared} maxLength={limit} />
                ) : (
                  <TextField {...shared} type={kind} {...(limit === undefined ? {} : { limit })} />
                )}
              </div>
            );
          })}
          {isIn('thanks') && <ThanksPictures {...{ facts, switches, onSwitches }} />}
        </fieldset>
      ))}
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-3 text-lg font-semibold text-sun">On the day</legend>
        {SWITCHES.map(({ key, on, off, label, hint }) => (
          <div key={key}>
            <CheckField
              checked={(switches[key] ?? facts[key]) === on}
              onCheck={(checked) => onSwitches({ ...switches, [key]: checked ? on : off })}
            >
              {label}
            </CheckField>
            <p className="text-sm text-mute">{hint}</p>
          </div>
        ))}
      </fieldset>
      <Missions missions={missions} problem={problem} onMissions={onMissions} />
    </>
  );
};

type PicturesProps = Pick<FactsFieldsProps, 'facts' | 'switches' | 'onSwitches'>;

const ThanksPictures = ({ facts, switches, onSwitches }: PicturesProps) => {
  const { data: pictures = [] } = useQuery(picturesQuery);
  const chosen = switches.thanksPictures ?? facts.thanksPictures ?? [];
  return (
    <fieldset className="grid min-w-0 gap-2 sm:col-span-2">
      <legend className="mb-1 font-semibold">Pictures of the thank you</legend>
      <p className="text-sm text-mute">{`Up to ${MOST_THANKS_PICTURES}. Add pictures under Screens.`}</p>
      <ul className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-4">
        {pictures.map(({ id }) => (
          <li key={id} className="grid content-start gap-1.5">
            <FramedPicture lazy id={id} alt="" className="aspect-video overflow-hidden rounded-xl" />
            <CheckField
              checked={chosen.some((one) => one.id === id)}
              onCheck={() => onSwitches({ ...switches, thanksPictures: pressedPictures(chosen, id, pictures) })}
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{pictureName(pictures, id)}</span>
            </CheckField>
          </li>
        ))}
      </ul>
    </fieldset>
  );
};

type MissionsProps = Pick<FactsFieldsProps, 'missions' | 'problem' | 'onMissions'>;

/** A category and its missions, one a line: quicker to fill, to sort and to paste than a form for each. */
const Missions = ({ missions, problem, onMissions }: MissionsProps) => {
  const set = (at: number, change: Partial<CategoryForm>) =>
    onMissions(missions.map((mission, index) => (index === at ? { ...mission, ...change } : mission)));
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <legend className="mb-1 text-lg font-semibold text-sun">Missions</legend>
      <p className="text-sm text-mute">
        A mission a line, then a bar and its points: “Win by exactly one point | 6”. Points may be a few words. Behind
        another bar “2 times” or “no limit” says how often one person may do it: once without. Ticks and claims stay
        with a mission whose words change a little.
      </p>
      <p role="alert" className="font-semibold text-coral [overflow-wrap:anywhere] empty:hidden">
        {problem?.path === 'missions' ? problem.text : ''}
      </p>
      {missions.map(({ category, lines }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a category's name is being typed
        <div key={index} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-l-3 border-line pl-3.5">
          <TextField
            label={`Category ${index + 1}`}
            limit={LENGTHS.line}
            value={category}
            onChange={(change) => set(index, { category: change.target.value })}
          />
          <TextArea
            label={`Missions of category ${index + 1}`}
            quietLabel
            rows={Math.min(10, lines.split('\n').length + 1)}
            value={lines}
            onChange={(change) => set(index, { lines: change.target.value })}
          />
          <Button
            tone="ghost"
            className="justify-self-start"
            aria-label={`Remove category ${index + 1}: ${category}`}
            onClick={() => onMissions(missions.filter((_, at) => at !== index))}
            disabledReason={missions.length === 1 ? 'There must be one category.' : undefined}
          >
            <Trash aria-hidden="true" />
            Remove category
          </Button>
        </div>
      ))}
      <Button
        className="justify-self-start"
        onClick={() => onMissions([...missions, { category: '', lines: '' }])}
        disabledReason={missions.length >= MOST_CATEGORIES ? `There are at most ${MOST_CATEGORIES}.` : undefined}
      >
        <Plus aria-hidden="true" />
        Add category
      </Button>
    </fieldset>
  );
};
