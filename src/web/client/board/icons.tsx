/** Outlines on a square of 24, drawn with a pen of 2. */
const outlines = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  addTier: 'M4 6h16M4 12h8M4 18h8M18 13v8M14 17h8',
  startOver: 'M4 4v6h6M4.6 15a8 8 0 1 0 .9-8.1L4 10',
  labels: 'M3 12V4h8l10 10-8 8zM7.5 8.5h.01',
  present: 'M4 5h16v11H4zM12 16v4M8 20h8M10.5 8.5v4l3.5-2z',
  shuffle: 'M4 7h3l9 10h4M4 17h3l2.5-2.8M13.5 9.8 16 7h4M17.5 4 20.5 7l-3 3M17.5 14l3 3-3 3',
  sort: 'M4 6h10M4 12h7M4 18h4M18 5v14M14.5 15.5 18 19l3.5-3.5',
  rest: 'M4 4h16M4 8.5h16M12 21v-8M8 16.5l4-4 4 4',
  boards: 'M8 8h12v12H8zM16 8V4H4v12h4',
} as const;

export type IconName = keyof typeof outlines;

/** A button with an icon. Its name stands beside the icon where there is room, and else beneath it while it is pointed at. */
export function ToolButton(props: {
  readonly icon: IconName;
  readonly name: string;
  /** Whether the name has no place beside the icon in any window. */
  readonly isSmall?: boolean;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly onClick: () => void;
}) {
  const { icon, name, isSmall = false, disabled = false, pressed, expanded, onClick } = props;
  return (
    <button
      type="button"
      class={`quiet tool${isSmall ? ' small-tool' : ''}`}
      // A button that is really disabled would lose the focus when its own click disables it.
      aria-disabled={disabled || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={() => disabled || onClick()}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={outlines[icon]} />
      </svg>
      <span>{name}</span>
    </button>
  );
}
