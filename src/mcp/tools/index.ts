import { findTemplates } from './find-templates.ts';
import { getTemplate } from './get-template.ts';
import { renderTierList } from './render-tier-list.ts';
import type { Tool } from './tool.ts';

/** All tools, in the order of the list. */
export const tools: readonly Tool[] = [renderTierList, findTemplates, getTemplate];
