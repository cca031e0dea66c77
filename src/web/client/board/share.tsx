import { useState } from 'preact/hooks';
import { writeBoardLink } from '../../../model/board-link/web.ts';
import type { BoardTemplate } from '../../tier/board-data.ts';
import type { BoardRequest } from './request.ts';
import type { Translate } from './translate.ts';

/** What came of the last click, for one request. */
interface Shared {
  readonly request: BoardRequest;
  readonly outcome: 'copied' | 'shown' | 'tooLarge' | 'given';
  readonly address: string;
}

/** The button that gives the address of a page with this board: to another app, or to the clipboard. */
export function Share(props: {
  readonly template: BoardTemplate;
  /** Undefined without placed items. */
  readonly request: BoardRequest | undefined;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { template, request, announce, t } = props;
  const [last, setLast] = useState<Shared>();
  // After a change the address is that of an earlier board.
  const shared = last?.request === request || sameBoard(last?.request, request) ? last : undefined;
  const share = async () => {
    if (request === undefined) return;
    const address = await addressOf(request, template);
    const outcome = address === undefined ? 'tooLarge' : await give(address);
    setLast({ request, outcome, address: address ?? '' });
    if (outcome === 'copied') announce(t('linkCopied'));
    if (outcome === 'tooLarge') announce(t('shareTooLarge'));
  };
  return (
    <div class="card share">
      <button type="button" class="quiet" disabled={request === undefined} onClick={share}>
        {t(shared?.outcome === 'copied' ? 'linkCopied' : 'share')}
      </button>
      {(shared?.outcome === 'copied' || shared?.outcome === 'shown') && (
        <input
          readOnly
          value={shared.address}
          aria-label={t('shareLink')}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <p class="quiet small">{t(shared?.outcome === 'tooLarge' ? 'shareTooLarge' : 'shareHint')}</p>
    </div>
  );
}

async function addressOf(request: BoardRequest, template: BoardTemplate): Promise<string | undefined> {
  const b = await writeBoardLink(request, (id, locale) => {
    const titles = template.tracks.map(({ title }) =>
      locale === 'zh' || locale === 'ru' ? title[locale] : title.en,
    );
    return id === template.id ? titles : undefined;
  });
  // The page's own address, without what opened it.
  return b && `${location.origin}${location.pathname}?b=${b}`;
}

/** Gives an address to another app where there is a menu for that, else to the clipboard, else only to the eye. */
async function give(address: string): Promise<Shared['outcome']> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url: address });
      return 'given';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'given';
    }
  }
  try {
    await navigator.clipboard.writeText(address);
    return 'copied';
  } catch {
    return 'shown';
  }
}

function sameBoard(left: BoardRequest | undefined, right: BoardRequest | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
