import { locales } from '../../../model/vocabulary.ts';
import type { BoardData } from '../../tier/board-data.ts';
import type { Action, Board } from './state.ts';
import { Swatches } from './swatches.tsx';
import type { Translate } from './translate.ts';

/** The title and the look of the image. */
export function ImageOptions(props: {
  readonly board: Board;
  readonly data: BoardData;
  readonly act: (action: Action) => void;
  readonly t: Translate;
}) {
  const { board, data, act, t } = props;
  const { template, ratios, limits } = data;
  return (
    <div class="image-options">
      <label class="field wide">
        <span>{t('title')}</span>
        <input
          value={board.title ?? template.title[board.locale]}
          maxLength={limits.titleLength}
          dir="auto"
          onInput={({ currentTarget }) => act({ type: 'title', title: currentTarget.value })}
        />
      </label>
      <Swatches board={board} data={data} act={act} t={t} />
      <label class="field">
        <span>{t('aspectRatio')}</span>
        <select
          value={board.aspectRatio}
          onChange={({ currentTarget }) => {
            const ratio = ratios.find(({ value }) => value === currentTarget.value);
            if (ratio) act({ type: 'aspectRatio', aspectRatio: ratio.value });
          }}
        >
          {ratios.map(({ value }) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      </label>
      {template.id !== 'custom' && (
        <label class="field">
          <span>{t('imageLanguage')}</span>
          <select
            value={board.locale}
            onChange={({ currentTarget }) => {
              const locale = locales.find((one) => one === currentTarget.value);
              if (locale) act({ type: 'locale', locale });
            }}
          >
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {data.languages[locale]}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
