import type { FailureCode } from '../model/failure.ts';
import { limits } from '../model/limits.ts';
import type { Localized } from '../model/vocabulary.ts';

const most = limits.keysPerAccount;

const tryLater: Localized = {
  en: 'That did not work just now, and nothing has changed. Try again in a moment.',
  zh: '暂时无法完成，未做任何更改。请稍后再试。',
  ru: 'Сейчас не получилось, ничего не изменилось. Попробуйте чуть позже.',
};
const notAccepted: Localized = {
  en: 'The service does not accept this:',
  zh: '服务无法接受此内容：',
  ru: 'Сервис этого не принимает:',
};

/** What people are told of a failure on a page that has no words of its own for it. */
export const failureWords: Readonly<Record<FailureCode, Localized>> = {
  invalidRequest: notAccepted,
  badEmail: {
    en: 'This is not an e-mail address.',
    zh: '邮箱地址格式不正确。',
    ru: 'Это не адрес почты.',
  },
  emailTaken: {
    en: 'There is an account with this address already.',
    zh: '该邮箱已有账号。',
    ru: 'Учётная запись с этим адресом уже есть.',
  },
  badPassword: {
    en: 'The password must have 10 to 200 characters, and not only spaces.',
    zh: '密码须为 10 到 200 个字符，且不能全是空格。',
    ru: 'В пароле должно быть от 10 до 200 знаков, и не одни пробелы.',
  },
  tooManyKeys: {
    en: `An account has ${most} keys at most. Revoke one to make another.`,
    zh: `每个账号最多 ${most} 个密钥。请先吊销一个再创建。`,
    ru: `У учётной записи может быть не больше ${most} ключей. Отзовите один, чтобы создать новый.`,
  },
  lastAdmin: {
    en: 'This is the last account that can manage the others.',
    zh: '这是最后一个可以管理其他账号的账号。',
    ru: 'Это последняя учётная запись, которая управляет остальными.',
  },
  unauthorized: {
    en: 'You are not logged in any more.',
    zh: '您的登录已失效。',
    ru: 'Вы больше не вошли в систему.',
  },
  forbidden: { en: 'This is not allowed.', zh: '没有权限。', ru: 'Это не разрешено.' },
  notFound: {
    en: 'This does not exist any more.',
    zh: '此内容已不存在。',
    ru: 'Этого больше нет.',
  },
  methodNotAllowed: notAccepted,
  requestTimeout: tryLater,
  gone: { en: 'This does not exist any more.', zh: '此内容已不存在。', ru: 'Этого больше нет.' },
  bodyTooLarge: { en: 'That is too much at once.', zh: '内容过大。', ru: 'Это слишком много за один раз.' },
  unsupportedMediaType: notAccepted,
  rangeNotSatisfiable: notAccepted,
  quotaExceeded: {
    en: 'Too many tries. Wait a while, then try again.',
    zh: '尝试次数过多，请稍后再试。',
    ru: 'Слишком много попыток. Подождите и попробуйте снова.',
  },
  clientGone: tryLater,
  internal: tryLater,
  noCapacity: tryLater,
  rendererFailed: tryLater,
  storeUnavailable: tryLater,
  sessionsUnsaved: {
    en: 'The change is made, but the sessions could not be ended. Log in, and end them in a moment.',
    zh: '更改已生效，但未能结束其他登录。请稍后登录并结束它们。',
    ru: 'Изменение сделано, но сеансы завершить не удалось. Войдите и завершите их чуть позже.',
  },
};

/** The codes of failures whose own message names what is wrong, which those words leave open. */
export const detailed: ReadonlySet<FailureCode> = new Set([
  'invalidRequest',
  'methodNotAllowed',
  'unsupportedMediaType',
  'rangeNotSatisfiable',
]);
