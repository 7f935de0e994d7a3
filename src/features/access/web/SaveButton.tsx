import Download from 'lucide-react/icons/download';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import { guarded, isLocked } from './state.ts';

/** Downloads a file that only organisers may have. */
export function SaveButton({ save, children }: { save: () => Promise<void>; children: ReactNode }) {
  const [saving, setSaving] = useState(false);
  const press = async () => {
    setSaving(true);
    try {
      await save();
    } catch (error) {
      if (isLocked(error)) throw error;
      showError(sentenceOf(error, 'The file was not downloaded. Check your connection and try again.'));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      onClick={() => guarded(press)}
      disabledReason={saving ? 'The file is being made.' : undefined}
      className="w-full"
    >
      <Download aria-hidden="true" />
      {children}
    </Button>
  );
}
