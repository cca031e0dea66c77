import type { Locale, Localized } from '../../model/vocabulary.ts';

/** What the ranking board says. In braces stands what is filled in. */
export const boardWords = {
  lead: {
    en: 'Drag each item into a tier. The picture beside the board is the one you take home.',
    zh: '把每一项拖到对应的等级。旁边的图片就是最终成品。',
    ru: 'Перетащите каждый пункт в свой ряд. Картинка рядом и есть готовый результат.',
  },
  customTitle: { en: 'Your own tier list', zh: '自定义排行榜', ru: 'Свой тир-лист' },
  customLead: {
    en: 'Rank whatever you like: add items of your own, then drag them into tiers.',
    zh: '想排什么都行：添加自己的项目，再拖到对应的等级。',
    ru: 'Ранжируйте что угодно: добавьте свои пункты и перетащите их по рядам.',
  },
  needsScript: {
    en: 'Ranking needs JavaScript. Without it, the API draws the same pictures.',
    zh: '排行需要启用 JavaScript。不启用时，可通过 API 生成同样的图片。',
    ru: 'Для ранжирования нужен JavaScript. Без него те же картинки рисует API.',
  },
  board: { en: 'Board', zh: '排行板', ru: 'Доска' },
  pool: { en: 'Not placed yet', zh: '待排项目', ru: 'Ещё не распределено' },
  poolEmpty: {
    en: 'Everything has its place.',
    zh: '所有项目都已排好。',
    ru: 'Всё распределено.',
  },
  poolBlank: {
    en: 'No items yet: add some above.',
    zh: '还没有项目，请在上方添加。',
    ru: 'Пунктов пока нет: добавьте их выше.',
  },
  tier: { en: 'Tier {title}', zh: '等级 {title}', ru: 'Ряд {title}' },
  unnamedTier: { en: 'without a title', zh: '（无标题）', ru: 'без названия' },
  help: {
    en: 'With the keyboard: the arrow keys go from item to item, 1 to 9 put it into that tier, 0 takes it out. Enter picks it up, then the arrow keys carry it, Enter lays it down, Escape puts it back.',
    zh: '键盘操作：方向键在项目间移动，1 到 9 放入对应等级，0 取出。按回车拿起后用方向键移动，再按回车放下，按 Esc 放回原处。',
    ru: 'С клавиатуры: стрелки ведут от пункта к пункту, 1–9 кладут его в этот ряд, 0 убирает. Enter берёт пункт, стрелки несут его, Enter кладёт, Escape возвращает на место.',
  },
  moveTo: { en: 'Move “{item}” to', zh: '将“{item}”移到', ru: 'Переместить «{item}» в' },
  close: { en: 'Done', zh: '完成', ru: 'Готово' },
  placed: {
    en: '{item}: {place}, {position} of {count}',
    zh: '{item}：{place}，第 {position} 个，共 {count} 个',
    ru: '{item}: {place}, {position} из {count}',
  },
  picked: {
    en: '{item} picked up. The arrow keys move it, Enter lays it down.',
    zh: '已拿起{item}。用方向键移动，按回车放下。',
    ru: '{item}: взято. Стрелки двигают, Enter кладёт.',
  },
  laidDown: { en: '{item} laid down.', zh: '已放下{item}。', ru: '{item}: положено.' },
  putBack: { en: '{item} put back.', zh: '{item}已放回原处。', ru: '{item}: возвращено.' },
  undone: { en: 'Undone.', zh: '已撤销。', ru: 'Отменено.' },
  redone: { en: 'Done again.', zh: '已重做。', ru: 'Повторено.' },
  undo: { en: 'Undo', zh: '撤销', ru: 'Отменить' },
  redo: { en: 'Redo', zh: '重做', ru: 'Повторить' },
  startOver: { en: 'Start over', zh: '重新开始', ru: 'Начать заново' },
  startedOver: {
    en: 'The board is as it was in the beginning. Undo brings your ranking back.',
    zh: '排行板已恢复初始状态。撤销可找回之前的排行。',
    ru: 'Доска как в начале. «Отменить» вернёт ваш рейтинг.',
  },
  addTier: { en: 'Add a tier', zh: '添加等级', ru: 'Добавить ряд' },
  newTier: { en: 'New', zh: '新等级', ru: 'Новый' },
  editTier: { en: 'Edit tier {title}', zh: '编辑等级 {title}', ru: 'Изменить ряд {title}' },
  tierTitle: { en: 'Title of the tier', zh: '等级名称', ru: 'Название ряда' },
  tierColor: { en: 'Colour', zh: '颜色', ru: 'Цвет' },
  themeColor: { en: 'Colour of the theme', zh: '使用主题颜色', ru: 'Цвет темы' },
  moveUp: { en: 'Move up', zh: '上移', ru: 'Выше' },
  moveDown: { en: 'Move down', zh: '下移', ru: 'Ниже' },
  removeTier: { en: 'Remove', zh: '删除', ru: 'Убрать' },
  tierMovedTo: {
    en: 'Tier {title} is now row {position} of {count}.',
    zh: '等级 {title} 现在是第 {position} 行，共 {count} 行。',
    ru: 'Ряд {title} теперь {position} из {count}.',
  },
  dragTier: { en: 'Drag to move the tier', zh: '拖动可移动等级', ru: 'Перетащите, чтобы переставить ряд' },
  tierRemoved: {
    en: 'Tier {title} removed; its items are back in the pool.',
    zh: '已删除等级 {title}，其中的项目已回到待排区。',
    ru: 'Ряд {title} убран, его пункты снова не распределены.',
  },
  ownItems: { en: 'Your items', zh: '你的项目', ru: 'Ваши пункты' },
  ownItemsHint: {
    en: 'One a line: a text, or the address of a picture with a caption behind it. An emoji in front is drawn large.',
    zh: '每行一项：文字，或图片地址（后面可加说明）。开头的表情符号会放大显示。',
    ru: 'По одному в строке: текст или адрес картинки, за ним подпись. Эмодзи в начале рисуется крупно.',
  },
  addItems: { en: 'Add', zh: '添加', ru: 'Добавить' },
  added: { en: '{count} added.', zh: '已添加 {count} 项。', ru: 'Добавлено: {count}.' },
  tooMany: {
    en: 'A board holds {count} items at most; the rest was left out.',
    zh: '最多 {count} 项，多余的未添加。',
    ru: 'На доске не больше {count} пунктов; остальные не добавлены.',
  },
  removeItem: { en: 'Remove it', zh: '删除此项', ru: 'Убрать совсем' },
  itemRemoved: { en: '{item} removed.', zh: '已删除{item}。', ru: '{item}: убрано.' },
  picture: { en: 'Picture', zh: '图片', ru: 'Картинка' },
  title: { en: 'Title', zh: '标题', ru: 'Заголовок' },
  theme: { en: 'Theme', zh: '主题', ru: 'Тема' },
  themeNight: { en: 'Night', zh: '夜色', ru: 'Ночь' },
  themePaper: { en: 'Paper', zh: '纸张', ru: 'Бумага' },
  themeArcade: { en: 'Arcade', zh: '街机', ru: 'Аркада' },
  ratio: { en: 'Shape', zh: '比例', ru: 'Формат' },
  pictureLanguage: { en: 'Language', zh: '语言', ru: 'Язык' },
  preview: { en: 'Preview of the picture', zh: '图片预览', ru: 'Предпросмотр картинки' },
  previewNone: {
    en: 'Place an item, and the picture appears here.',
    zh: '放入一项后，图片会显示在这里。',
    ru: 'Распределите хоть один пункт, и здесь появится картинка.',
  },
  previewDrawing: { en: 'Drawing…', zh: '正在绘制…', ru: 'Рисуем…' },
  previewWaiting: {
    en: 'Many pictures in a short time: the next one is drawn in {seconds} s.',
    zh: '短时间内请求过多，{seconds} 秒后继续绘制。',
    ru: 'Много картинок подряд: следующая через {seconds} с.',
  },
  previewSpent: {
    en: 'That was all for today. Log in for more, or use the API.',
    zh: '今天的额度已用完。登录可获得更多，或使用 API。',
    ru: 'На сегодня это всё. Войдите, чтобы получить больше, или используйте API.',
  },
  previewSpentOnPlan: {
    en: "That was all for today on your account's plan.",
    zh: '您账号套餐今天的额度已用完。',
    ru: 'На сегодня это всё, что есть в тарифе вашей учётной записи.',
  },
  previewBusy: {
    en: 'The service has much to do: it is asked again in {seconds} s.',
    zh: '服务繁忙，{seconds} 秒后重试。',
    ru: 'Сервис занят: повторим через {seconds} с.',
  },
  noConnection: {
    en: 'The service cannot be reached. Is there a connection?',
    zh: '无法连接服务，请检查网络。',
    ru: 'Сервис недоступен. Есть ли связь?',
  },
  serviceFailed: {
    en: 'Something went wrong in the service. Try again in a moment.',
    zh: '服务出错，请稍后重试。',
    ru: 'Сервис дал сбой. Попробуйте чуть позже.',
  },
  templateGone: {
    en: 'This template is no longer offered.',
    zh: '该模板已不再提供。',
    ru: 'Этого шаблона больше нет.',
  },
  boardTooLarge: {
    en: 'The board is too large: shorten some texts.',
    zh: '内容过多，请缩短部分文字。',
    ru: 'Доска слишком велика: сократите тексты.',
  },
  boardRefused: {
    en: 'The service does not accept the board as it stands:',
    zh: '服务无法接受当前内容：',
    ru: 'Сервис не принимает доску в таком виде:',
  },
  pictureMissing: {
    en: 'The picture “{item}” could not be had, a placeholder stands for it:',
    zh: '无法获取图片“{item}”，以占位图代替：',
    ru: 'Картинку «{item}» получить не удалось, вместо неё заглушка:',
  },
  titleShortened: {
    en: 'The title is too long to be drawn whole.',
    zh: '标题过长，无法完整显示。',
    ru: 'Заголовок слишком длинный и показан не целиком.',
  },
  tierShortened: {
    en: 'The tier title “{title}” is too long to be drawn whole.',
    zh: '等级名称“{title}”过长，无法完整显示。',
    ru: 'Название ряда «{title}» слишком длинное и показано не целиком.',
  },
  labelShortened: {
    en: '“{item}” is too long to be drawn whole.',
    zh: '“{item}”过长，无法完整显示。',
    ru: '«{item}»: слишком длинно, показано не целиком.',
  },
  tryAgain: { en: 'Try again', zh: '重试', ru: 'Попробовать снова' },
  download: { en: 'Download {format}', zh: '下载 {format}', ru: 'Скачать {format}' },
  copyPicture: { en: 'Copy picture', zh: '复制图片', ru: 'Скопировать картинку' },
  copyAddress: { en: 'Copy address', zh: '复制图片地址', ru: 'Скопировать адрес' },
  copied: { en: 'Copied', zh: '已复制', ru: 'Скопировано' },
  notCopied: {
    en: 'It could not be copied.',
    zh: '无法复制。',
    ru: 'Скопировать не удалось.',
  },
  openUntil: {
    en: 'The address works until {date}.',
    zh: '图片地址有效期至 {date}。',
    ru: 'Адрес работает до {date}',
  },
  asRequest: {
    en: 'The same as an API request',
    zh: '对应的 API 请求',
    ru: 'То же запросом к API',
  },
  asRequestHint: {
    en: 'Put your key in place of $KEY. The answer holds the address of this very picture.',
    zh: '将 $KEY 替换为你的密钥，响应中包含这张图片的地址。',
    ru: 'Подставьте свой ключ вместо $KEY. В ответе будет адрес этой самой картинки.',
  },
  copy: { en: 'Copy', zh: '复制', ru: 'Копировать' },
} as const satisfies Record<string, Localized>;

export type BoardWord = keyof typeof boardWords;
/** By `BoardWord`. */
export type BoardWords = Readonly<Record<string, string>>;

/** In one language, for the board's script. */
export function boardWordsIn(locale: Locale): BoardWords {
  return Object.fromEntries(Object.entries(boardWords).map(([name, words]) => [name, words[locale]]));
}
