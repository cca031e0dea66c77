import type { Localized } from '../../model/vocabulary.ts';

/** Texts about the boards of a browser, for the script of the ranking board. */
export const myBoardsMessages = {
  copyName: { en: '{name} (copy)', zh: '{name}（副本）', ru: '{name} (копия)' },
  boardsNotStored: {
    en: 'Your browser does not let this page store anything: your boards last until you close it.',
    zh: '浏览器不允许此页面保存数据，关闭页面后排行会丢失。',
    ru: 'Браузер не даёт странице ничего сохранять: доски исчезнут, когда вы её закроете.',
  },
  changeNotStored: {
    en: 'The last change could not be stored. Your browser may have no space left.',
    zh: '最近的更改未能保存，浏览器可能已没有可用空间。',
    ru: 'Последнее изменение не сохранено. Возможно, в браузере кончилось место.',
  },
  keptBoth: {
    en: 'This board was changed in another tab, too. Both are kept: yours is now “{name}”.',
    zh: '另一个标签页也修改了这份排行。两份都已保留，您的这份现在是“{name}”。',
    ru: 'Эту доску изменили и в другой вкладке. Сохранены обе: ваша теперь называется «{name}».',
  },
  deletedElsewhere: {
    en: 'This board was deleted in another tab. It is stored again when you change it.',
    zh: '这份排行已在另一个标签页中删除。您再次修改时会重新保存。',
    ru: 'Эту доску удалили в другой вкладке. Она сохранится снова, если её изменить.',
  },
  myBoards: { en: 'My boards', zh: '我的排行', ru: 'Мои доски' },
  boardProgress: {
    en: '{placed} of {count} placed',
    zh: '已排 {placed}/{count}',
    ru: 'распределено {placed} из {count}',
  },
  newBoard: { en: 'New board', zh: '新建排行', ru: 'Новая доска' },
  boardCreated: { en: '“{name}” is added.', zh: '已添加“{name}”。', ru: '«{name}»: добавлено.' },
  boardsNone: {
    en: 'No boards yet. This one is stored with its first change.',
    zh: '还没有排行。当前这份会在首次修改后保存。',
    ru: 'Досок пока нет. Эта сохранится после первого изменения.',
  },
  boardName: { en: 'Name', zh: '名称', ru: 'Название' },
  rename: { en: 'Rename', zh: '重命名', ru: 'Переименовать' },
  duplicate: { en: 'Duplicate', zh: '复制一份', ru: 'Дублировать' },
  deleteBoard: { en: 'Delete', zh: '删除', ru: 'Удалить' },
  boardDeleted: { en: '“{name}” is deleted.', zh: '已删除“{name}”。', ru: '«{name}»: удалено.' },
  boardOpened: { en: '“{name}” is open.', zh: '已打开“{name}”。', ru: '«{name}»: открыто.' },
  save: { en: 'Save', zh: '保存', ru: 'Сохранить' },
  exportBoard: { en: 'Save this board as a file', zh: '将当前排行存为文件', ru: 'Сохранить доску в файл' },
  importBoard: { en: 'Open', zh: '打开', ru: 'Открыть' },
  importFile: { en: 'Open a file', zh: '打开文件', ru: 'Открыть файл' },
  importLabel: {
    en: 'Link to a ranking, or API request as JSON',
    zh: '排行链接，或 JSON 格式的 API 请求',
    ru: 'Ссылка на рейтинг или запрос к API в JSON',
  },
  importHint: {
    en: 'It becomes a board of its own. A file can also be dropped anywhere on the page.',
    zh: '会另存为一份新的排行。也可以把文件拖到页面任意位置。',
    ru: 'Получится отдельная доска. Файл можно и просто перетащить на страницу.',
  },
  importUnreadable: {
    en: 'This is neither a link to a ranking nor an API request as JSON.',
    zh: '这既不是排行链接，也不是 JSON 格式的 API 请求。',
    ru: 'Это не ссылка на рейтинг и не запрос к API в JSON.',
  },
} as const satisfies Record<string, Localized>;
