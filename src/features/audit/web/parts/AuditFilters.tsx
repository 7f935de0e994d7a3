import X from 'lucide-react/icons/x';
import type { Ref } from 'react';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { NAME_LIMIT } from '#platform/names.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { download } from '#platform/web/ui/files.tsx';
import type { AuditFilter, exportAudit } from '../../contract.ts';

/** What the list is narrowed to. */
export type Shown = {
  readonly person?: string;
  readonly event?: { readonly id: string; readonly title: string } | undefined;
  readonly session?: { readonly id: string; readonly who: string } | undefined;
};

/** The server refuses a longer name, which nobody has. */
const nameIn = (typed: string): string => typed.trim().slice(0, NAME_LIMIT);

export const filterOf = ({ person = '', event, session }: Shown): AuditFilter => ({
  ...(nameIn(person) === '' ? {} : { person: nameIn(person) }),
  ...(event === undefined ? {} : { event: event.id }),
  ...(session === undefined ? {} : { session: session.id }),
});

type AuditFiltersProps = {
  ref: Ref<HTMLFieldSetElement>;
  shown: Shown;
  onType: (person: string) => void;
  onShow: (part: Shown) => void;
};

/** A person is typed; an event or a session is chosen by pressing it in the list. */
export function AuditFilters({ ref, shown, onType, onShow }: AuditFiltersProps) {
  const { person = '', event, session } = shown;
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-label="Filters"
      className="grid min-w-0 scroll-mt-24 gap-2.5 rounded-xl outline-offset-4 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <TextField
        label="Changes of a person"
        quietLabel
        type="search"
        placeholder="A person’s name"
        limit={NAME_LIMIT}
        value={person}
        onChange={(change) => onType(change.target.value)}
      />
      <SaveButton
        save={() => download<typeof exportAudit>('GET /api/admin/exports/audit.csv', { query: filterOf(shown) })}
      >
        Changes (CSV)
      </SaveButton>
      {(event !== undefined || session !== undefined) && (
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          {event !== undefined && <Clear onClick={() => onShow({ event: undefined })}>{event.title}</Clear>}
          {session !== undefined && <Clear onClick={() => onShow({ session: undefined })}>{session.who}</Clear>}
        </div>
      )}
    </fieldset>
  );
}

const Clear = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button onClick={onClick} title="Show all again" className="[overflow-wrap:anywhere]">
    <X aria-hidden="true" />
    {children}
  </Button>
);
