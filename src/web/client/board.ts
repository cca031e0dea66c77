import { h, render } from 'preact';
import type { BoardData } from '../tier/board-data.ts';
import { App } from './board/app.tsx';

const root = document.querySelector<HTMLElement>('#board');
if (root) {
  // The service itself wrote the page, so its data is not checked.
  const data: BoardData = JSON.parse(root.dataset['board'] ?? '{}');
  root.removeAttribute('data-board');
  render(h(App, { data }), root);
}
