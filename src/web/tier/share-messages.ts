import type { Localized } from '../../model/vocabulary.ts';

/** Texts about boards in addresses, for the script of the ranking board. */
export const shareMessages = {
  share: { en: 'Share', zh: '分享', ru: 'Поделиться' },
  shareHint: {
    en: 'A link that opens this ranking. The board itself is in the link; nothing is stored.',
    zh: '打开链接即可看到这份排行。内容都在链接里，不会被存储。',
    ru: 'Ссылка, по которой откроется этот рейтинг. Он весь в самой ссылке и нигде не хранится.',
  },
  shareLink: { en: 'Link to this ranking', zh: '这份排行的链接', ru: 'Ссылка на этот рейтинг' },
  linkCopied: { en: 'Link copied', zh: '链接已复制', ru: 'Ссылка скопирована' },
  shareTooLarge: {
    en: 'This board is too large for a link. Shorten some texts or remove photos.',
    zh: '内容过多，无法放进链接。请缩短文字或减少图片。',
    ru: 'Доска не помещается в ссылку. Сократите тексты или уберите часть изображений.',
  },
  shareNone: {
    en: 'Place an item to share the ranking.',
    zh: '放入一项后即可分享。',
    ru: 'Чтобы поделиться, распределите хотя бы один пункт.',
  },
  makeYourOwn: {
    en: 'Make your own from this',
    zh: '在此基础上做自己的排行',
    ru: 'Сделать свой на этой основе',
  },
  boardCopied: {
    en: 'This is your copy now. Boards that you had before are in “My boards”.',
    zh: '现在这是您自己的一份。之前的排行在“我的排行”里。',
    ru: 'Теперь это ваша копия. Прежние доски — в «Моих досках».',
  },
} as const satisfies Record<string, Localized>;

/** Texts of pages of boards in addresses. */
export const linkMessages = {
  sharedTitle: { en: 'A tier list', zh: '一份排行榜', ru: 'Тир-лист' },
  sharedLead: {
    en: 'This is somebody’s finished ranking. Do you see it differently?',
    zh: '这是别人排好的结果。您有不同看法吗？',
    ru: 'Это чей-то готовый рейтинг. Вы бы расставили иначе?',
  },
  unreadableLink: {
    en: 'The ranking in this link cannot be read. It may be cut off, or of a newer version. Here is a blank board.',
    zh: '无法读取此链接中的排行，链接可能不完整或版本较新。以下是空白的排行板。',
    ru: 'Рейтинг из этой ссылки прочитать не удалось: она обрезана или более новой версии. Вот пустая доска.',
  },
} as const satisfies Record<string, Localized>;
