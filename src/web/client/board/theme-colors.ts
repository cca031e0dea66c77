import { useLayoutEffect } from 'preact/hooks';
import type { BoardData, BoardTheme } from '../../tier/board-data.ts';

/** Returns the theme with a name, or the first one. @throws Error when there is none, with which no service starts */
export function themeOf({ themes }: BoardData, name: string): BoardTheme {
  const theme = themes.find((one) => one.name === name) ?? themes[0];
  if (theme === undefined) throw new Error('there is no theme');
  return theme;
}

/** Sets the colours of a theme on the whole page, since a dragged tile is outside the board. */
export function useThemeColors(theme: BoardTheme): void {
  useLayoutEffect(() => {
    for (const part of ['ground', 'lane', 'tile', 'label', 'title'] as const) {
      document.body.style.setProperty(`--board-${part}`, theme.colors[part]);
    }
  }, [theme]);
}
