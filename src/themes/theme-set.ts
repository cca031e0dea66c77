import { hash } from 'node:crypto';
import { type ThemeName, themeNames } from '../model/vocabulary.ts';
import { themes as builtIn } from './index.ts';
import type { Theme } from './theme.ts';

/** The themes that one service draws in. They stay as they are while it runs. */
export interface ThemeSet {
  /** The built-in ones, then the service's own by name. */
  readonly all: readonly Theme[];
  /** Those that are not built in. */
  readonly own: readonly Theme[];
  readonly names: readonly ThemeName[];
  /**
   * SHA-256, in base64url, of everything that a theme says: an edited theme has another one.
   *
   * @throws Error for a theme that is not in the set
   */
  digestOf(name: ThemeName): string;
}

/** @param own in the order in which they are listed; their names are not those of built-in ones, and each is there once */
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

/** What a service without themes of its own has. */
export const builtInThemes: ThemeSet = themeSet([]);

/** The schema of theme files puts their tokens into one order, whatever order they have in the file. */
function digestOf({ name: _, ...tokens }: Theme): string {
  return hash('sha256', JSON.stringify(tokens), 'base64url');
}
