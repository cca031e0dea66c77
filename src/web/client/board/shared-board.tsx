import { useState } from 'preact/hooks';
import type { RenderRequest } from '../../../model/request.ts';
import type { BoardData } from '../../tier/board-data.ts';
import { App } from './app.tsx';
import type { BoardKeeper } from './board-keeper.ts';
import { boardFrom } from './from-request.ts';
import { boardSetup } from './setup.ts';
import { createTranslate } from './translate.ts';

/** Beneath the image of a board in the address: the button that opens a copy, as a board of one's own. */
export function SharedBoard(props: {
  readonly data: BoardData;
  readonly shared: RenderRequest;
  readonly keeper: BoardKeeper;
}) {
  const { data, shared, keeper } = props;
  const [isCopied, setCopied] = useState(false);
  const t = createTranslate(data);
  if (isCopied) return <App data={data} keeper={keeper} isCopy />;
  return (
    <div class="shared-actions">
      <button
        type="button"
        onClick={async () => {
          await keeper.startNew('', boardFrom(shared, boardSetup(data)));
          // The address is that of the other board, and a reload opens this one.
          history.replaceState(null, '', location.pathname);
          document.querySelector('#shared-board')?.remove();
          setCopied(true);
        }}
      >
        {t('makeYourOwn')}
      </button>
    </div>
  );
}
