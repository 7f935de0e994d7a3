import CloudOff from 'lucide-react/icons/cloud-off';
import { useLocation } from 'wouter';
import { useFestival } from '#features/festival/web/queries.ts';
import { AsOf } from '#platform/web/AsOf.tsx';
import { hasJumped } from '#platform/web/clock.ts';
import { useConnected } from '#platform/web/connection.ts';
import { useNow } from '#platform/web/now.tsx';
import { ADMIN } from '../admin-tabs.ts';

/** What organisers can still do. */
const deskWords = (path: string): string => {
  if (path === '/admin/check-in') return 'Check-ins are kept to send';
  return path.startsWith(ADMIN) ? 'Changes need a connection' : '';
};

/** A clock that was set and a phone that slept look the same without a server. */
const UnsureTime = () => {
  // The context changes with the clock.
  useNow();
  return hasJumped() && <span className="w-full">Times may be wrong until it is back</span>;
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
          <UnsureTime />
          <span className="w-full empty:hidden">{deskWords(path)}</span>
        </span>
      )}
    </p>
  );
};
