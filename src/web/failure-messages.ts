import { passwordLength } from '../model/credentials.ts';
import type { FailureCode } from '../model/failure.ts';
import { limits } from '../model/limits.ts';
import type { Localized } from '../model/vocabulary.ts';

const maxKeys = limits.keysPerAccount;
const { min, max } = passwordLength;

const tryLater: Localized = {
  en: 'This could not be done, and nothing has changed. Try again in a moment.',
  zh: '暂时无法完成，未做任何更改。请稍后再试。',
  ru: 'Не получилось, ничего не изменилось. Попробуйте чуть позже.',
};
const rejected: Localized = {
  en: 'The service rejected this:',
  zh: '服务无法接受此内容：',
  ru: 'Сервис отклонил запрос:',
};
const gone: Localized = {
  en: 'This no longer exists.',
  zh: '此内容已不存在。',
  ru: 'Этого больше нет.',
};

/** What a page says about a failure for which it has no message of its own. */
export const failureMessages: Readonly<Record<FailureCode, Localized>> = {
  invalidRequest: rejected,
  badEmail: {
    en: 'This is not a valid e-mail address.',
    zh: '邮箱地址格式不正确。',
    ru: 'Адрес почты указан неверно.',
  },
  emailTaken: {
    en: 'An account with this address already exists.',
    zh: '该邮箱已有账号。',
    ru: 'Учётная запись с этим адресом уже есть.',
  },
  badPassword: {
    en: `The password must have ${min} to ${max} characters, not only spaces.`,
    zh: `密码须为 ${min} 到 ${max} 个字符，且不能全是空格。`,
    ru: `В пароле должно быть от ${min} до ${max} знаков, и не одни пробелы.`,
  },
  tooManyKeys: {
    en: `An account can have at most ${maxKeys} keys. Revoke one to create another.`,
    zh: `每个账号最多 ${maxKeys} 个密钥。请先吊销一个再创建。`,
    ru: `У учётной записи может быть не больше ${maxKeys} ключей. Отзовите один, чтобы создать новый.`,
  },
  lastAdmin: {
    en: 'This is the last admin account. There must be at least one.',
    zh: '这是最后一个管理员账号，至少须保留一个。',
    ru: 'Это последняя учётная запись администратора. Нужна хотя бы одна.',
  },
  unauthorized: {
    en: 'You are no longer logged in.',
    zh: '您的登录已失效。',
    ru: 'Ваш сеанс завершён.',
  },
  forbidden: { en: 'This is not allowed.', zh: '没有权限。', ru: 'Это не разрешено.' },
  notFound: gone,
  methodNotAllowed: rejected,
  requestTimeout: tryLater,
  notImplemented: rejected,
  superseded: tryLater,
  gone,
  bodyTooLarge: { en: 'This is too large.', zh: '内容过大。', ru: 'Слишком большой объём данных.' },
  unsupportedMediaType: rejected,
  rangeNotSatisfiable: rejected,
  quotaExceeded: {
    en: 'Too many attempts. Wait a while, then try again.',
    zh: '尝试次数过多，请稍后再试。',
    ru: 'Слишком много попыток. Подождите и попробуйте снова.',
  },
  clientGone: tryLater,
  internal: tryLater,
  noCapacity: tryLater,
  rendererFailed: tryLater,
  storeUnavailable: tryLater,
  databaseUnavailable: tryLater,
  changeUncertain: {
    en: 'The change was made, but it may be lost. Reload the page and look before you try again.',
    zh: '更改已生效，但可能会丢失。请刷新页面确认后再试。',
    ru: 'Изменение внесено, но может пропасть. Обновите страницу и проверьте, прежде чем пробовать снова.',
  },
  sessionsUnsaved: {
    en: 'The change is saved, but the sessions could not be ended. Log in and end them in a moment.',
    zh: '更改已生效，但未能结束其他登录。请稍后登录并结束它们。',
    ru: 'Изменение сохранено, но сеансы завершить не удалось. Войдите и завершите их чуть позже.',
  },
};

/** Failures whose page message is general, so the API's own message follows it. */
export const codesWithDetail: ReadonlySet<FailureCode> = new Set([
  'invalidRequest',
  'methodNotAllowed',
  'unsupportedMediaType',
  'rangeNotSatisfiable',
]);
