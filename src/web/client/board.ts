import { h, render } from 'preact';
import type { BoardData } from '../tier/board-data.ts';
import { App } from './board/app.tsx';
import { openKeeper } from './board/open-keeper.ts';
import { SharedBoard } from './board/shared-board.tsx';

const root = document.querySelector<HTMLElement>('#board');
if (root) {
  // The service itself wrote the page, so its data is not checked.
  const data: BoardData = JSON.parse(root.dataset['board'] ?? '{}');
  root.removeAttribute('data-board');
  const { shared } = data;
  const keeper = await openKeeper(data);
  render(shared === undefined ? h(App, { data, keeper }) : h(SharedBoard, { data, shared, keeper }), root);
}
