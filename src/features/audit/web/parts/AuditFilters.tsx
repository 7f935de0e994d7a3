import X from 'lucide-react/icons/x';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { NAME_LIMIT } from '#platform/names.ts';
import { download } from '#platform/web/download.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import type { AuditFilter, exportAudit } from '../../contract.ts';

/** What the list is narrowed to. */
export type Shown = {
  readonly person?: string;
  readonly event?: { readonly id: string; readonly title: string } | undefined;
  readonly session?: string | undefined;
};

export const filterOf = ({ person = '', event, session }: Shown): AuditFilter => ({
  ...(person.trim() === '' ? {} : { person: person.trim() }),
  ...(event === undefined ? {} : { event: event.id }),
  ...(session === undefined ? {} : { session }),
});

type AuditFiltersProps = { shown: Shown; onShow: (shown: Shown) => void };

/** A person is typed; an event or a session is chosen by pressing it in the list. */
export function AuditFilters({ shown, onShow }: AuditFiltersProps) {
  const { person = '', event, session } = shown;
  return (
    <div className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label="Changes of a person"
        quietLabel
        type="search"
        placeholder="A person’s name"
        limit={NAME_LIMIT}
        value={person}
        onChange={(change) => onShow({ ...shown, person: change.target.value })}
      />
      <SaveButton
        save={() => download<typeof exportAudit>('GET /api/admin/exports/audit.csv', { query: filterOf(shown) })}
      >
        Changes (CSV)
      </SaveButton>
      {(event !== undefined || session !== undefined) && (
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          {event !== undefined && <Clear onClick={() => onShow({ ...shown, event: undefined })}>{event.title}</Clear>}
          {session !== undefined && (
            <Clear onClick={() => onShow({ ...shown, session: undefined })}>{`session ${session}`}</Clear>
          )}
        </div>
      )}
    </div>
  );
}

const Clear = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button onClick={onClick} title="Show all again" className="[overflow-wrap:anywhere]">
    <X aria-hidden="true" />
    {children}
  </Button>
);
