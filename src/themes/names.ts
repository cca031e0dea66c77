import { themeNames } from '../model/vocabulary.ts';

/** Returns the problem with the name of a service's own theme, or undefined for a valid name. */
export function problemWithName(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > longestName) {
    return `a theme's name is lower-case letters, digits and single hyphens, begins with a letter, and has at most ${longestName} characters`;
  }
  if (themeNames.some((builtIn) => builtIn === name)) return `"${name}" is a theme that is built in`;
  return undefined;
}

const longestName = 32;
