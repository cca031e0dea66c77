import { useState } from 'preact/hooks';
import { defaults, type Format, imageFormats, pixelFormats } from '../../../model/vocabulary.ts';
import type { BoardData } from '../../tier/board-data.ts';
import { refusalMessage, type UserMessage } from './failures.ts';
import { MessageText } from './message-text.tsx';
import type { RenderedImage, RenderImage } from './render-client.ts';
import type { BoardRequest } from './request.ts';
import type { Board, BoardSetup } from './state.ts';
import type { Translate } from './translate.ts';

/** The buttons that download and copy the image. They alone have it drawn and count against the quota. */
export function ImageActions(props: {
  readonly data: BoardData;
  readonly board: Board;
  readonly setup: BoardSetup;
  /** Absent: there is nothing to draw. */
  readonly request: BoardRequest | undefined;
  readonly renderImage: RenderImage;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { data, board, setup, request, renderImage, announce, t } = props;
  const { root, login } = data.addresses;
  /** The button that is at work. */
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<UserMessage>();
  /** The last image, and the request that it is for. */
  const [last, setLast] = useState<{ readonly json: string; readonly image: RenderedImage }>();

  async function draw(format: Format): Promise<RenderedImage> {
    if (request === undefined) throw new ActionError({ text: t('previewNone') });
    const outcome = await renderImage(format === defaults.format ? request : { ...request, format });
    if (outcome.kind !== 'drawn') throw new ActionError(refusalMessage(outcome, data.login, t));
    setLast({ json: JSON.stringify(request), image: outcome.image });
    return outcome.image;
  }
  const button = (name: string, label: string, task: () => Promise<string>, isMain = false) => (
    <button
      key={name}
      type="button"
      class={isMain ? undefined : 'quiet'}
      disabled={request === undefined || busy !== undefined}
      aria-busy={busy === name}
      onClick={async () => {
        setBusy(name);
        setProblem(undefined);
        try {
          announce(await task());
        } catch (error) {
          setProblem(error instanceof ActionError ? error.userMessage : { text: t('notCopied') });
        } finally {
          setBusy(undefined);
        }
      }}
    >
      {busy === name ? t('previewDrawing') : label}
    </button>
  );
  const download = (format: Format) => async () => {
    const link = document.createElement('a');
    link.href = `${root}${(await draw(format)).imagePath}`;
    link.download = `${fileNameOf(board.title ?? setup.template.title[board.locale])}.${imageFormats[format].extension}`;
    link.click();
    return '';
  };
  const copy =
    (type: string, contentOf: (image: RenderedImage) => Promise<Blob>, format?: Format) => async () => {
      // Browsers require the call during the click, before the image is drawn.
      const content = draw(format ?? defaults.format).then(contentOf);
      try {
        await navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
      } catch (error) {
        await content;
        throw error;
      }
      return t('copied');
    };
  // Browsers copy only PNG.
  const { mediaType } = imageFormats.png;
  const copyImage = copy(
    mediaType,
    async ({ imagePath }) => (await fetch(`${root}${imagePath}`)).blob(),
    'png',
  );
  const copyAddress = copy(
    'text/plain',
    async ({ imageUrl }) => new Blob([imageUrl], { type: 'text/plain' }),
  );
  return (
    <>
      <div class="actions">
        {pixelFormats.map((format, index) =>
          button(format, t('download', { format: imageFormats[format].name }), download(format), index === 0),
        )}
        {'clipboard' in navigator && [
          button('image', t('copyImage'), copyImage),
          button('address', t('copyAddress'), copyAddress),
        ]}
      </div>
      {problem && (
        <p class="notice bad" role="alert">
          <MessageText message={problem} />
          {problem.offersLogin && (
            <>
              {' '}
              <a href={login}>{t('logInForMore')}</a>
            </>
          )}
        </p>
      )}
      {last && last.json === JSON.stringify(request) && (
        <p class="quiet small">
          {t('validUntil', {
            date: new Date(last.image.expiresAt).toLocaleDateString(data.locale, { dateStyle: 'medium' }),
          })}
        </p>
      )}
    </>
  );
}

/** Returns a title as a file's name, without an extension. */
export function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? 'tier-list' : name.slice(0, 80);
}

/** The action of a button failed. */
class ActionError extends Error {
  readonly userMessage: UserMessage;

  constructor(userMessage: UserMessage) {
    super(userMessage.text);
    this.userMessage = userMessage;
  }
}
