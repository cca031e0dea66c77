import { useState } from 'preact/hooks';
import type { UserMessage } from './failures.ts';
import { MessageText } from './message-text.tsx';
import type { Translate } from './translate.ts';

/** The warnings of an image: one line that opens. */
export function WarningsNote({
  warnings,
  t,
}: {
  readonly warnings: readonly UserMessage[];
  readonly t: Translate;
}) {
  // Also while there are none for a moment.
  const [isOpen, setOpen] = useState(false);
  if (warnings.length === 0) return null;
  return (
    <details
      class="warnings quiet"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('warnings', { count: warnings.length })}</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.text} ${warning.detail}`} class="warning">
            <MessageText message={warning} />
          </li>
        ))}
      </ul>
    </details>
  );
}
