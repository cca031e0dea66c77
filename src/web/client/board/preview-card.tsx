import { useMemo, useRef, useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import { failureMessage, type UserMessage, waitMessage } from './failures.ts';
import { ImageActions } from './image-actions.tsx';
import { rankingText } from './items.ts';
import { MessageText } from './message-text.tsx';
import { PreviewImage } from './preview-image.tsx';
import type { Preview } from './preview-loop.ts';
import { createPreviewPhotos } from './preview-photos.ts';
import type { RenderImage } from './render-client.ts';
import type { BoardRequest } from './request.ts';
import type { Board, BoardSetup } from './state.ts';
import type { Translate } from './translate.ts';
import { photoProblems, warningMessage } from './warnings.ts';
import { WarningsNote } from './warnings-note.tsx';

/** The preview of the image, with the buttons that have the image drawn. */
export function PreviewCard(props: {
  readonly data: BoardData;
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly request: BoardRequest | undefined;
  readonly preview: Preview;
  readonly retry: () => void;
  readonly renderImage: RenderImage;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { data, board, setup, request, preview, retry, t } = props;
  const { state, drawn } = preview;
  const [, noteProblem] = useState({});
  const photos = useMemo(() => createPreviewPhotos(() => noteProblem({})), []);
  const status = statusOf(preview, t);
  // The seconds of a wait are announced once.
  const announcement = useMemo(
    () => (state === 'shown' ? t('previewShown') : status?.text),
    [state, preview.code, preview.failure, t],
  );
  // They stay, open or not, while the next preview is drawn.
  const warnings = useRef<readonly UserMessage[]>([]);
  if (state === 'none') warnings.current = [];
  if (state === 'shown' && drawn && request)
    warnings.current = [...drawn.warnings, ...photoProblems(request, photos.problemsIn(drawn.svg))].map(
      (warning) => warningMessage(warning, board, setup, t),
    );
  const ratio = data.ratios.find(({ value }) => value === request?.aspectRatio) ?? data.ratios[0];
  return (
    <section class="card preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">{t('image')}</h2>
      <div
        class={`preview-frame ${state}`}
        style={{ aspectRatio: ratio && `${ratio.width} / ${ratio.height}` }}
        aria-busy={state === 'drawing'}
      >
        {drawn && <PreviewImage svg={drawn.svg} photos={photos} label={rankingText(board, setup, t)} />}
        {status && (
          <p class="preview-status">
            <MessageText message={status} />
          </p>
        )}
      </div>
      <p class="announcement" role="status">
        {announcement}
      </p>
      {state === 'failed' && (
        <button type="button" class="quiet retry" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
      <ImageActions {...props} />
      <WarningsNote warnings={warnings.current} t={t} />
    </section>
  );
}

function statusOf(
  { state, code = '', seconds = 0, failure }: Preview,
  t: Translate,
): UserMessage | undefined {
  switch (state) {
    case 'none':
      return { text: t('previewNone') };
    case 'drawing':
      return { text: t('previewDrawing') };
    case 'waiting':
      return waitMessage(code, seconds, t);
    case 'failed':
      return failure && failureMessage(failure, t);
    case 'shown':
      return undefined;
  }
}
