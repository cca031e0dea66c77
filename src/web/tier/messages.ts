import type { Locale, Localized } from '../../model/vocabulary.ts';
import { messages } from '../messages.ts';
import { arrangeMessages } from './arrange-messages.ts';
import { myBoardsMessages } from './my-boards-messages.ts';
import { photoMessages } from './photo-messages.ts';
import { shareMessages } from './share-messages.ts';

/** Names in braces are replaced by values. */
const ownMessages = {
  customTitle: { en: 'Your own tier list', zh: '自定义排行榜', ru: 'Свой тир-лист' },
  customLead: {
    en: 'Rank anything you like: add your own items, then drag them into tiers.',
    zh: '想排什么都行：添加自己的项目，再拖到对应的等级。',
    ru: 'Ранжируйте что угодно: добавьте свои пункты и перетащите их по рядам.',
  },
  needsScript: {
    en: 'Ranking needs JavaScript. Without it, use the API to draw the same images.',
    zh: '排行需要启用 JavaScript。不启用时，可通过 API 生成同样的图片。',
    ru: 'Для ранжирования нужен JavaScript. Без него те же картинки рисует API.',
  },
  pool: { en: 'Not placed yet', zh: '待排项目', ru: 'Ещё не распределено' },
  poolEmpty: {
    en: 'All items are placed.',
    zh: '所有项目都已排好。',
    ru: 'Все пункты распределены.',
  },
  poolBlank: {
    en: 'No items yet. Add some above.',
    zh: '还没有项目，请在上方添加。',
    ru: 'Пунктов пока нет. Добавьте их выше.',
  },
  tier: { en: 'Tier {title}', zh: '等级 {title}', ru: 'Ряд {title}' },
  untitledTier: { en: 'without a title', zh: '（无标题）', ru: 'без названия' },
  help: {
    en: 'Keyboard: the arrow keys move between items, 1 to 9 place an item in that tier, 0 takes it out. Enter picks an item up, the arrow keys move it, Enter drops it, Escape puts it back.',
    zh: '键盘操作：方向键在项目间移动，1 到 9 放入对应等级，0 取出。按回车拿起后用方向键移动，再按回车放下，按 Esc 放回原处。',
    ru: 'С клавиатуры: стрелки переводят от пункта к пункту, 1–9 помещают его в ряд с этим номером, 0 убирает из ряда. Enter берёт пункт, стрелки перемещают, Enter кладёт, Escape возвращает на место.',
  },
  moveTo: { en: 'Move “{item}” to', zh: '将“{item}”移到', ru: 'Переместить «{item}» в' },
  close: { en: 'Done', zh: '完成', ru: 'Готово' },
  placed: {
    en: '{item}: {place}, {position} of {count}',
    zh: '{item}：{place}，第 {position} 个，共 {count} 个',
    ru: '{item}: {place}, {position} из {count}',
  },
  pickedUp: {
    en: '{item} picked up. Move it with the arrow keys, drop it with Enter.',
    zh: '已拿起{item}。用方向键移动，按回车放下。',
    ru: '{item}: взято. Стрелки перемещают, Enter кладёт.',
  },
  dropped: { en: '{item} dropped.', zh: '已放下{item}。', ru: '{item}: положено.' },
  putBack: { en: '{item} put back.', zh: '{item}已放回原处。', ru: '{item}: возвращено.' },
  undone: { en: 'Undone.', zh: '已撤销。', ru: 'Отменено.' },
  redone: { en: 'Redone.', zh: '已重做。', ru: 'Повторено.' },
  undo: { en: 'Undo', zh: '撤销', ru: 'Отменить' },
  redo: { en: 'Redo', zh: '重做', ru: 'Повторить' },
  startOver: { en: 'Start over', zh: '重新开始', ru: 'Сбросить' },
  startedOver: {
    en: 'The board is reset. Undo restores your ranking.',
    zh: '排行板已恢复初始状态。撤销可找回之前的排行。',
    ru: 'Доска сброшена. «Отменить» вернёт ваш рейтинг.',
  },
  addTier: { en: 'Add a tier', zh: '添加等级', ru: 'Добавить ряд' },
  newTier: { en: 'New', zh: '新等级', ru: 'Новый' },
  editTier: { en: 'Edit tier {title}', zh: '编辑等级 {title}', ru: 'Изменить ряд {title}' },
  tierTitle: { en: 'Tier title', zh: '等级名称', ru: 'Название ряда' },
  tierColor: { en: 'Colour', zh: '颜色', ru: 'Цвет' },
  themeColor: { en: 'Use theme colour', zh: '使用主题颜色', ru: 'Взять цвет темы' },
  moveUp: { en: 'Move up', zh: '上移', ru: 'Выше' },
  moveDown: { en: 'Move down', zh: '下移', ru: 'Ниже' },
  removeTier: { en: 'Remove', zh: '删除', ru: 'Удалить' },
  tierMovedTo: {
    en: 'Tier {title} is now row {position} of {count}.',
    zh: '等级 {title} 现在是第 {position} 行，共 {count} 行。',
    ru: 'Ряд {title} теперь {position} из {count}.',
  },
  dragTier: { en: 'Drag to move the tier', zh: '拖动可移动等级', ru: 'Перетащите, чтобы переставить ряд' },
  tierRemoved: {
    en: 'Tier {title} removed. Its items are no longer placed.',
    zh: '已删除等级 {title}，其中的项目已回到待排项目。',
    ru: 'Ряд {title} удалён, его пункты снова не распределены.',
  },
  ownItems: { en: 'Your items', zh: '您的项目', ru: 'Ваши пункты' },
  ownItemsHint: {
    en: 'Paste or type a list: one item per line, or separated by commas. The address of a photo can have a caption. A leading emoji is drawn large.',
    zh: '粘贴或输入列表：每行一项，或用逗号分隔。图片地址后面可加说明。开头的表情符号会放大显示。',
    ru: 'Вставьте или наберите список: по одному в строке или через запятую. За адресом изображения может идти подпись. Эмодзи в начале рисуется крупно.',
  },
  itemLabel: { en: 'Text', zh: '文字', ru: 'Текст' },
  doubles: {
    en: 'Already on the board, so not added: {items}',
    zh: '已在列表中，未添加：{items}',
    ru: 'Уже есть на доске, не добавлено: {items}',
  },
  tooLong: {
    en: 'A text can have at most {count} characters. Longer ones stay in the box.',
    zh: '每项最多 {count} 个字符，过长的仍留在输入框中。',
    ru: 'В тексте может быть не больше {count} знаков. Более длинные остались в поле.',
  },
  addItems: { en: 'Add', zh: '添加', ru: 'Добавить' },
  added: { en: 'Items added: {count}.', zh: '已添加 {count} 项。', ru: 'Добавлено: {count}.' },
  tooMany: {
    en: 'A board can have at most {count} items. The rest stays in the box.',
    zh: '最多 {count} 项，其余仍留在输入框中。',
    ru: 'На доске может быть не больше {count} пунктов. Остальное осталось в поле.',
  },
  removeItem: { en: 'Remove item', zh: '删除此项', ru: 'Удалить пункт' },
  itemRemoved: { en: '{item} removed.', zh: '已删除{item}。', ru: '{item}: удалено.' },
  image: { en: 'Image', zh: '图片', ru: 'Картинка' },
  title: { en: 'Title', zh: '标题', ru: 'Заголовок' },
  theme: { en: 'Theme', zh: '主题', ru: 'Тема' },
  themeNight: { en: 'Night', zh: '夜色', ru: 'Ночь' },
  themePaper: { en: 'Paper', zh: '纸张', ru: 'Бумага' },
  themeArcade: { en: 'Arcade', zh: '街机', ru: 'Аркада' },
  aspectRatio: { en: 'Aspect ratio', zh: '宽高比', ru: 'Соотношение сторон' },
  imageLanguage: messages.language,
  preview: { en: 'Image preview', zh: '图片预览', ru: 'Предпросмотр картинки' },
  previewNone: {
    en: 'Place an item to see the image here.',
    zh: '放入一项后，图片会显示在这里。',
    ru: 'Распределите хотя бы один пункт, и здесь появится картинка.',
  },
  previewDrawing: { en: 'Drawing…', zh: '正在绘制…', ru: 'Рисуем…' },
  previewShown: {
    en: 'The preview is up to date.',
    zh: '预览已更新。',
    ru: 'Предпросмотр обновлён.',
  },
  previewWaiting: {
    en: 'Too many changes in a short time. The next preview is drawn in {seconds} s.',
    zh: '短时间内改动过多，{seconds} 秒后更新预览。',
    ru: 'Слишком много изменений подряд. Предпросмотр обновится через {seconds} с.',
  },
  previewBusy: {
    en: 'The service is busy. Trying again in {seconds} s.',
    zh: '服务繁忙，{seconds} 秒后重试。',
    ru: 'Сервис занят. Повторим через {seconds} с.',
  },
  imageWaiting: {
    en: 'Too many images in a short time. Try again in {seconds} s.',
    zh: '短时间内请求的图片过多，请在 {seconds} 秒后重试。',
    ru: 'Слишком много картинок подряд. Попробуйте снова через {seconds} с.',
  },
  imageBusy: {
    en: 'The service is busy. Try again in {seconds} s.',
    zh: '服务繁忙，请在 {seconds} 秒后重试。',
    ru: 'Сервис занят. Попробуйте снова через {seconds} с.',
  },
  imageRefused: {
    en: 'The service cannot draw this image now:',
    zh: '服务暂时无法绘制这张图片：',
    ru: 'Сейчас сервис не может нарисовать эту картинку:',
  },
  quotaUsedUp: {
    en: 'You have used up today’s images without an account.',
    zh: '今天未登录可用的图片额度已用完。',
    ru: 'Лимит картинок без входа на сегодня исчерпан.',
  },
  logInForMore: {
    en: 'Log in for more',
    zh: '登录可获得更多',
    ru: 'Войдите, чтобы получить больше',
  },
  planUsedUp: {
    en: 'Today’s quota of your plan is used up.',
    zh: '您套餐今天的额度已用完。',
    ru: 'Лимит вашего тарифа на сегодня исчерпан.',
  },
  noConnection: {
    en: 'The service cannot be reached. Check your connection.',
    zh: '无法连接服务，请检查网络。',
    ru: 'Сервис недоступен. Проверьте соединение.',
  },
  serviceFailed: {
    en: 'The service has a problem. Try again in a moment.',
    zh: '服务出错，请稍后重试。',
    ru: 'В сервисе произошла ошибка. Попробуйте чуть позже.',
  },
  templateGone: {
    en: 'This template is no longer available.',
    zh: '该模板已不再提供。',
    ru: 'Этого шаблона больше нет.',
  },
  boardTooLarge: {
    en: 'The board is too large. Shorten some texts.',
    zh: '内容过多，请缩短部分文字。',
    ru: 'Доска слишком велика. Сократите тексты.',
  },
  boardRejected: {
    en: 'The service rejected this board:',
    zh: '服务无法接受当前内容：',
    ru: 'Сервис отклонил эту доску:',
  },
  photoMissing: {
    en: 'The photo “{item}” could not be loaded. A placeholder takes its place:',
    zh: '无法获取图片“{item}”，以占位图代替：',
    ru: 'Изображение «{item}» загрузить не удалось, вместо него заглушка:',
  },
  titleShortened: {
    en: 'The title is too long and was shortened.',
    zh: '标题过长，无法完整显示。',
    ru: 'Заголовок слишком длинный и показан не целиком.',
  },
  tierShortened: {
    en: 'The tier title “{title}” is too long and was shortened.',
    zh: '等级名称“{title}”过长，无法完整显示。',
    ru: 'Название ряда «{title}» слишком длинное и показано не целиком.',
  },
  labelShortened: {
    en: '“{item}” is too long and was shortened.',
    zh: '“{item}”过长，无法完整显示。',
    ru: '«{item}»: текст слишком длинный и показан не целиком.',
  },
  tryAgain: { en: 'Try again', zh: '重试', ru: 'Попробовать снова' },
  download: { en: 'Download {format}', zh: '下载 {format}', ru: 'Скачать {format}' },
  copyImage: { en: 'Copy image', zh: '复制图片', ru: 'Скопировать картинку' },
  copyAddress: { en: 'Copy image link', zh: '复制图片链接', ru: 'Ссылка на картинку' },
  copied: messages.copied,
  notCopied: {
    en: 'Copying failed.',
    zh: '无法复制。',
    ru: 'Скопировать не удалось.',
  },
  validUntil: {
    en: 'The link works until {date}.',
    zh: '图片链接有效期至 {date}。',
    ru: 'Ссылка действует до {date}',
  },
  apiRequest: {
    en: 'API request for this image',
    zh: '对应的 API 请求',
    ru: 'Запрос к API для этой картинки',
  },
  apiRequestHint: {
    en: 'Replace $KEY with your key. The response contains the address of this same image.',
    zh: '将 $KEY 替换为您的密钥，响应中包含这张图片的地址。',
    ru: 'Подставьте свой ключ вместо $KEY. В ответе будет адрес этой же картинки.',
  },
  copy: messages.copy,
} as const satisfies Record<string, Localized>;

/** Texts of the ranking board. */
export const boardMessages = joined(
  joined(ownMessages, photoMessages),
  joined(arrangeMessages, joined(shareMessages, myBoardsMessages)),
);

export type BoardMessageKey = keyof typeof boardMessages;
/** By `BoardMessageKey`. */
export type BoardMessages = Readonly<Record<string, string>>;

/** Returns the board's texts in one language, for its script. */
export function boardMessagesIn(locale: Locale): BoardMessages {
  return Object.fromEntries(Object.entries(boardMessages).map(([key, message]) => [key, message[locale]]));
}

/** Joins two lists. It does not compile when both have one key: the second message would replace the first. */
function joined<A extends object, B extends object>(a: A, b: keyof A & keyof B extends never ? B : never) {
  return { ...a, ...b };
}
