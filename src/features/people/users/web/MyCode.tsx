import { useQuery } from '@tanstack/react-query';
import QrIcon from 'lucide-react/icons/qr-code';
import { useState } from 'react';
import { codeInGroups } from '#platform/codes.ts';
import { Button, Tool } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { QrCode } from '#platform/web/ui/qr-code.tsx';
import type { OwnAccount } from '../contract.ts';
import { codePath } from '../rules.ts';
import { myAccountsQuery } from './state.ts';

/** Shows the codes of this device's accounts, from the offline copy too; nothing without an account. */
export function MyCode() {
  const { data: accounts = [] } = useQuery(myAccountsQuery);
  const [isOpen, setOpen] = useState(false);
  if (accounts.length === 0) return null;
  const words = accounts.length === 1 ? 'My code' : 'Our codes';
  return (
    <>
      <Tool
        icon={<QrIcon aria-hidden="true" />}
        short={words}
        words={words}
        tone="quiet"
        onClick={() => setOpen(true)}
      />
      {isOpen && <MyCodeDialog accounts={accounts} onClose={() => setOpen(false)} />}
    </>
  );
}

type MyCodeDialogProps = { accounts: readonly OwnAccount[]; onClose: () => void };

const MyCodeDialog = ({ accounts, onClose }: MyCodeDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={accounts.length === 1 ? 'My code' : 'Our codes'}
    description="Staff scan or type it to give you points. It works without a connection on this phone."
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <ul className="grid gap-4">
      {accounts.map(({ id, name, code }) => (
        <li key={id} className="grid justify-items-center gap-2">
          <QrCode address={codePath(code)} label={`QR code of ${name}`} className="size-64 rounded-xl" />
          <span className="text-5xl leading-none font-semibold tracking-widest select-all">{codeInGroups(code)}</span>
          <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
        </li>
      ))}
    </ul>
  </Dialog>
);
