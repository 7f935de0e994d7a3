import CloudOff from 'lucide-react/icons/cloud-off';
import { useLocation } from 'wouter';
import { useFestival } from '#features/festival/web/queries.ts';
import { AsOf } from '#platform/web/AsOf.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { ADMIN } from '../admin-tabs.ts';

/** What organisers can still do. */
const deskWords = (path: string): string => {
  if (path === '/admin/check-in') return 'Check-ins are kept to send';
  return path.startsWith(ADMIN) ? 'Changes need a connection' : '';
};

/** 'No connection', in the header's middle. Always in the page, so that a screen reader says what appears in it. */
export const ConnectionBar = () => {
  const { timeZone } = useFestival();
  const isConnected = useConnected();
  const [path] = useLocation();
  return (
    <p role="status" className="connection-bar">
      {!isConnected && (
        <span className="connection-words">
          <CloudOff aria-hidden="true" />
          <strong>No connection</strong>
          <AsOf zone={timeZone} />
          <span className="w-full empty:hidden">{deskWords(path)}</span>
        </span>
      )}
    </p>
  );
};
