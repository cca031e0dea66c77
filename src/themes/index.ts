import type { BuiltInThemeName } from '../model/vocabulary.ts';
import { arcade } from './arcade.ts';
import { night } from './night.ts';
import { paper } from './paper.ts';
import type { Theme } from './theme.ts';

/** The built-in themes. */
export const themes: Readonly<Record<BuiltInThemeName, Theme>> = { night, paper, arcade };
