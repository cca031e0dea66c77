import type { Localized } from '../../model/vocabulary.ts';

/** Texts of the ranking board about photos that people add themselves. */
export const photoMessages = {
  choosePhotos: { en: 'Add photos', zh: '添加照片', ru: 'Добавить фото' },
  photosHint: {
    en: 'You can also drop them here or paste them. Only a smaller copy without place, camera and date is uploaded.',
    zh: '也可以拖放到此处，或直接粘贴。上传的只是缩小后的副本，不含位置、相机和日期等信息。',
    ru: 'Их можно также перетащить сюда или вставить. Загружается лишь уменьшенная копия без места, камеры и даты съёмки.',
  },
  photosUploading: {
    en: 'Photos left to upload: {count}',
    zh: '待上传的照片：{count} 张',
    ru: 'Осталось загрузить фото: {count}',
  },
  photosPaused: {
    en: 'Photos left to upload: {count}. The upload goes on when the connection is back.',
    zh: '待上传的照片：{count} 张。恢复连接后会继续上传。',
    ru: 'Осталось загрузить фото: {count}. Загрузка продолжится, когда вернётся связь.',
  },
  photoUnusable: {
    en: '“{name}” is not a photo that can be read.',
    zh: '“{name}”不是可读取的照片。',
    ru: '«{name}»: этот файл не читается как фото.',
  },
  photoRefused: {
    en: 'The service does not accept “{name}”:',
    zh: '服务无法接受“{name}”：',
    ru: 'Сервис не принимает «{name}»:',
  },
  photosUsedUp: {
    en: 'You cannot upload more photos today.',
    zh: '您今天上传的照片数量已达上限。',
    ru: 'Сегодня больше фото загрузить нельзя.',
  },
  unnamedPhoto: { en: 'Photo {number}', zh: '照片 {number}', ru: 'Фото {number}' },
  caption: { en: 'Caption', zh: '说明文字', ru: 'Подпись' },
  photoRemoved: {
    en: 'The photo is off the board, but still stored for 30 days.',
    zh: '照片已从排行中移除，但仍会保存 30 天。',
    ru: 'Фото убрано с доски, но хранится ещё 30 дней.',
  },
  deletePhoto: { en: 'Delete it now', zh: '立即删除', ru: 'Удалить сейчас' },
  photoDeleted: {
    en: 'The photo is deleted. Finished images that show it stay until they expire.',
    zh: '照片已删除。已生成的图片在到期前仍会保留。',
    ru: 'Фото удалено. Готовые картинки с ним останутся, пока не истечёт их срок.',
  },
  photoNotDeleted: {
    en: 'The photo could not be deleted.',
    zh: '无法删除照片。',
    ru: 'Удалить фото не удалось.',
  },
} as const satisfies Record<string, Localized>;
