import type { ThemeName } from '../model/words.ts';
import { arcade } from './arcade.ts';
import { night } from './night.ts';
import { paper } from './paper.ts';
import type { Theme } from './theme.ts';

export const themes: Readonly<Record<ThemeName, Theme>> = { night, paper, arcade };
