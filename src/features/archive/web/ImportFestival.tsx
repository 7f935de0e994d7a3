import { useMutation } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { listed } from '#platform/listed.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { FileButton } from '#platform/web/ui/file-button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { FestivalFile } from '../contract.ts';
import { LARGEST_FESTIVAL_MIB } from '../limits.ts';
import { textOf } from './parts/text-of.ts';
import { importFestivalMutation } from './queries.ts';

const refuse = (description: string) => void showError(description, 'Import failed');

const asJson = (text: string): FestivalFile | null => {
  try {
    return JSON.parse(text) as FestivalFile;
  } catch {
    return null;
  }
};

/** Imports the whole festival from its file, for a new server or to go back. */
export function ImportFestival() {
  const { mutateAsync, isPending } = useMutation({
    ...importFestivalMutation,
    onSuccess: (imported) => {
      const counts = Object.entries(imported).map(([list, count]) => `${count} ${list === 'rsvps' ? 'RSVPs' : list}`);
      showToast({ title: 'Festival imported', description: `${listed(counts)} are here.` });
    },
    onError: (error) =>
      !isLocked(error) && refuse(sentenceOf(error, 'Failed to import the festival. Please try again.')),
  });
  const choose = async (file: File) => {
    const read = await textOf(file, LARGEST_FESTIVAL_MIB);
    if ('problem' in read) return refuse(read.problem);
    const festival = asJson(read.text);
    if (festival === null) return refuse('This is not a festival file: it is not JSON.');
    guarded(() => mutateAsync(festival));
  };
  return (
    <div className="grid gap-2">
      <FileButton accept=".json,application/json" disabled={isPending} onFile={(file) => void choose(file)}>
        <FileUp aria-hidden="true" />
        {isPending ? 'Reading...' : 'Whole festival from JSON'}
      </FileButton>
      <p className="text-sm text-pretty text-mute">Only into an empty festival, so nothing is ever overwritten.</p>
    </div>
  );
}
