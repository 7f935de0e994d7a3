import CloudOff from 'lucide-react/icons/cloud-off';
import { useLocation } from 'wouter';
import { useFestival } from '#features/festival/web/queries.ts';
import { AsOf } from '#platform/web/AsOf.tsx';
import { useConnected } from '#platform/web/connection.ts';

/** 'No connection', in the header's middle. Always in the page, so that a screen reader says what appears in it. */
export const ConnectionBar = () => {
  const { timeZone } = useFestival();
  const isConnected = useConnected();
  const isDesk = useLocation()[0].startsWith('/admin');
  return (
    <p role="status" className="connection-bar">
      {!isConnected && (
        <span className="connection-words">
          <CloudOff aria-hidden="true" />
          <strong>No connection</strong>
          <AsOf zone={timeZone} />
          {isDesk && <span className="w-full">Changes need a connection</span>}
        </span>
      )}
    </p>
  );
};
