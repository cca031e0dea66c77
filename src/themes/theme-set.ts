import { hash } from 'node:crypto';
import { type ThemeName, themeNames } from '../model/vocabulary.ts';
import { themes as builtIn } from './index.ts';
import type { Theme } from './theme.ts';

/** The themes of one service. They do not change while it runs. */
export interface ThemeSet {
  /** The built-in themes, then the service's own by name. */
  readonly all: readonly Theme[];
  /** The themes that are not built in. */
  readonly own: readonly Theme[];
  readonly names: readonly ThemeName[];
  /**
   * Returns the SHA-256 of all tokens of a theme, in base64url: an edited theme has a different one.
   *
   * @throws Error for a theme that is not in the set
   */
  digestOf(name: ThemeName): string;
}

/** @param own in the order of the list, with unique names that no built-in theme has */
export function themeSet(own: readonly Theme[]): ThemeSet {
  const all = [...themeNames.map((name) => builtIn[name]), ...own];
  const digests = new Map(all.map((theme) => [theme.name, digestOf(theme)]));
  return {
    all,
    own,
    names: all.map(({ name }) => name),
    digestOf(name) {
      const digest = digests.get(name);
      if (digest === undefined) throw new Error(`unknown theme ${name}`);
      return digest;
    },
  };
}

/** The themes of a service without its own themes. */
export const builtInThemes: ThemeSet = themeSet([]);

/** The schema of theme files puts tokens into a fixed order, regardless of their order in the file. */
function digestOf({ name: _, ...tokens }: Theme): string {
  return hash('sha256', JSON.stringify(tokens), 'base64url');
}
