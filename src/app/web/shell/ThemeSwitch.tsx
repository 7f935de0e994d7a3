import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { switchTheme, useTheme } from './theme.ts';

const WORDS = { night: 'Switch to daylight', daylight: 'Switch to night' } as const;

export const ThemeSwitch = ({ iconsOnly }: { iconsOnly: boolean }) => {
  const theme = useTheme();
  const words = theme ? WORDS[theme] : 'Switch theme';
  const Icon = theme === 'daylight' ? Moon : Sun;
  return (
    <Tooltip text={iconsOnly ? words : undefined} side="right" delay={0}>
      <button type="button" className="side-link w-full cursor-pointer" onClick={switchTheme}>
        <Icon aria-hidden="true" />
        <span className="side-label">{words}</span>
      </button>
    </Tooltip>
  );
};
