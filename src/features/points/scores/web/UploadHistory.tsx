import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { cardDate, clockTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { signed } from '../../rules.ts';
import { PointsButton } from '../../web/PointsButton.tsx';
import type { BulkUpload, undoUpload } from '../contract.ts';
import { readErrors } from '../rules/verdicts.ts';
import { uploadedQuery, uploadsQuery } from './queries.ts';

type UploadHistoryProps = {
  /** The festival's time zone, in which times are shown. */
  zone: string;
};

/** The tab Upload History: uploaded files, and who failed and why. */
export const UploadHistory = ({ zone }: UploadHistoryProps) => (
  <section aria-labelledby="upload-history" className="grid grid-cols-[minmax(0,1fr)] gap-5">
    <h2 id="upload-history" className="font-display text-3xl leading-none uppercase">
      Upload History
    </h2>
    <Uploads zone={zone} />
  </section>
);

function Uploads({ zone }: UploadHistoryProps) {
  const { on } = useAdminMode();
  const { data: uploads, isError, refetch } = useQuery({ ...uploadsQuery, enabled: on });
  if (!on) {
    return (
      <UnlockFirst icon={<Lock />} to="see past uploads" text="They contain names, so only organisers see them." />
    );
  }
  if (uploads === undefined)
    return <Pending what="uploads" failed={isError} retry={refetch} count={3} className="h-32 rounded-2xl" />;
  if (uploads.length === 0) {
    return (
      <EmptyState icon={<History />} title="No uploads yet" text="Files uploaded under User Scores appear here." />
    );
  }
  return (
    <ol aria-label="Past uploads" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {uploads.map((upload) => (
        <UploadCard key={upload.id} upload={upload} zone={zone} />
      ))}
    </ol>
  );
}

function UploadCard({ upload, zone }: { upload: BulkUpload; zone: string }) {
  const { fileName, fileType, uploadedAt, totalRecords, successfulUpdates, failedUpdates } = upload;
  const errors = readErrors(upload.errorDetails);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="li" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-5">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
          <Badge colour="sky">{fileType.toUpperCase()}</Badge>
        </div>
        <time dateTime={uploadedAt} className="text-sm text-mute">
          {cardDate(uploadedAt, zone)}, {clockTime(uploadedAt, zone)}
        </time>
      </header>
      <p className="flex flex-wrap gap-2">
        <Badge colour="mute">{counted(totalRecords, 'record')}</Badge>
        <Badge colour="sea">{successfulUpdates.toLocaleString('en-US')} successful</Badge>
        <Badge colour={failedUpdates > 0 ? 'coral' : 'mute'}>{failedUpdates.toLocaleString('en-US')} failed</Badge>
        {upload.undoneAt !== null && <Badge colour="sun">Undone</Badge>}
      </p>
      {errors.length > 0 && <Errors errors={errors} />}
      {isOpen && <Uploaded id={upload.id} />}
      <div className="flex flex-wrap items-start gap-2.5">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the points' : 'Who got how much'}
        </Button>
        {/* Not before the list, which shows what would be taken back. */}
        {isOpen && upload.undoneAt === null && (
          <UndoOffer
            undo={(id) => request<typeof undoUpload>('POST /api/bulk-uploads/{id}/undo', { params: { id } })}
            of={upload.id}
            label={`Undo the upload ${fileName}`}
            onUndone={() => void showToast({ title: 'Upload undone', description: isolated(fileName) })}
          />
        )}
      </div>
    </Card>
  );
}

const AT_FIRST = 10;

function Errors({ errors }: { errors: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? errors : errors.slice(0, AT_FIRST);
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-coral">Errors:</p>
      <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
        {shown.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      {errors.length > AT_FIRST && (
        <Button tone="ghost" className="justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${AT_FIRST}` : `Show all ${errors.length.toLocaleString('en-US')}`}
        </Button>
      )}
    </div>
  );
}

function Uploaded({ id }: { id: string }) {
  const { data: entries, isError, refetch } = useQuery(uploadedQuery(id));
  if (entries === undefined)
    return <Pending what="points" failed={isError} retry={refetch} count={2} className="h-11" />;
  if (entries.length === 0) return <p className="text-mute">It changed no score that is still there.</p>;
  return (
    <LongList label="Points of this upload" items={entries} keyOf={(entry) => entry.id} rowHeight={52}>
      {({ userId, name, points, isUndone }) => (
        <div className="flex min-h-13 items-center justify-between gap-3 border-t border-line">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          <PointsButton user={{ id: userId, name, score: points }}>
            {isUndone ? <del className="text-mute">{signed(points)}</del> : signed(points)}
          </PointsButton>
        </div>
      )}
    </LongList>
  );
}
