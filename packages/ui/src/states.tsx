import { CircleAlert, type LucideIcon, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { cx } from './cx.js';
import { Icon } from './icon.js';
import { Corners } from './stone.js';

function StateTile({ icon, bad }: { icon: LucideIcon; bad?: boolean }) {
  return (
    <div className={cx('etile', bad && 'bad')}>
      <Corners />
      <Icon of={icon} />
    </div>
  );
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  text?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** State of an empty list. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <StateTile icon={icon} />
      <p className="strong">{title}</p>
      {text && <p className="muted small">{text}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title: ReactNode;
  /** True if the page shows nothing else. */
  isPage?: boolean;
  /** The reason, and what is not affected. */
  text?: ReactNode;
  /** Label of the retry button. */
  retry?: string;
  onRetry?: () => void;
  /** Another way out, such as a link home. */
  action?: ReactNode;
  /** For support. */
  requestId?: string;
}

/** State of a part that could not be loaded, with a retry button. */
export function ErrorState({ title, isPage, text, retry, onRetry, action, requestId }: ErrorStateProps) {
  return (
    <div className="empty" role="alert">
      <StateTile icon={CircleAlert} bad />
      {isPage ? <h1 className="strong">{title}</h1> : <p className="strong">{title}</p>}
      {text && <p className="muted small">{text}</p>}
      {requestId && <p className="mono faint">{requestId}</p>}
      {retry && (
        <Button onClick={onRetry}>
          <Icon of={RotateCcw} />
          {retry}
        </Button>
      )}
      {action}
    </div>
  );
}
