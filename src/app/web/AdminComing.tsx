import Construction from 'lucide-react/icons/construction';
import { EmptyState } from '#platform/web/ui/empty.tsx';

export const AdminComing = () => <EmptyState icon={<Construction />} title="This tab is being built" />;
