import { pageSchema } from '../wire/accounts.ts';
import {
  changedAnswer,
  invitedAnswer,
  passwordLink,
  passwordToken,
  sessionAnswer,
  usersAnswer,
} from './account-examples.ts';
import { anyBody, anyTime, anyWrite, noSession, type Operation, otherOrigin } from './operation.ts';

const orOtherOrigin = 'or the request comes from a page of another origin.';
const adminsOnly = `The account is no admin, ${orOtherOrigin}`;
const disabled = `The account is disabled, ${orOtherOrigin}`;
const slowed = 'Too many attempts have failed; `Retry-After` says when the next one is looked at.';

const logsIn = {
  description: 'Logged in.',
  headers: ['Set-Cookie'],
  schema: 'SessionAnswer',
  examples: { session: { summary: 'The session that has begun', value: sessionAnswer } },
} as const;

const userId = {
  id: { description: 'The id of an account.', example: invitedAnswer.user.id },
};

export const accountOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/session',
    operationId: 'login',
    tag: 'Session',
    summary: 'Log in',
    description: 'Begins a session and sets its cookie, `tierpress_session`.',
    security: ['nobody'],
    body: {
      schema: 'Login',
      examples: {
        login: {
          summary: 'E-mail address and password',
          value: { email: sessionAnswer.user.email, password: 'correct horse battery staple' },
        },
      },
    },
    answers: { 200: logsIn },
    errors: {
      ...anyBody,
      ...anyWrite,
      401: 'No account has this address and this password.',
      403: disabled,
      429: slowed,
    },
  },
  {
    method: 'get',
    path: '/api/v1/session',
    operationId: 'whoAmI',
    tag: 'Session',
    summary: 'Who is logged in',
    description: 'The account of the session, and until when it lasts.',
    security: ['session'],
    answers: {
      200: {
        description: 'Somebody is logged in.',
        schema: 'SessionAnswer',
        examples: { session: { summary: 'A session', value: sessionAnswer } },
      },
    },
    errors: { ...anyTime, 401: noSession },
  },
  {
    method: 'delete',
    path: '/api/v1/session',
    operationId: 'logout',
    tag: 'Session',
    summary: 'Log out',
    description:
      'Ends the session and takes its cookie away. Without a session there is nothing to do, which is fine.',
    security: ['session', 'nobody'],
    answers: { 200: { description: 'Logged out.', headers: ['Set-Cookie'], schema: 'Done' } },
    errors: { ...anyTime, ...anyWrite, 403: otherOrigin },
  },
  {
    method: 'delete',
    path: '/api/v1/session/others',
    operationId: 'logoutOthers',
    tag: 'Session',
    summary: 'Log out everywhere else',
    description: 'Ends all sessions of the account but this one.',
    security: ['session'],
    answers: { 200: { description: 'This is the only session now.', schema: 'EndedAnswer' } },
    errors: { ...anyTime, ...anyWrite, 401: noSession, 403: otherOrigin },
  },
  {
    method: 'put',
    path: '/api/v1/password',
    operationId: 'changePassword',
    tag: 'Session',
    summary: 'Set a password',
    description:
      'With a session: the new password and the current one. With the token of a one-time link: the new password and ' +
      'the token, and nobody needs to be logged in; the link works once. Either way other sessions of the account end.',
    security: ['session', 'nobody'],
    body: {
      schema: 'PasswordChange',
      examples: {
        session: {
          summary: 'With a session',
          value: { password: 'a new and better one', currentPassword: 'correct horse battery staple' },
        },
        link: {
          summary: 'With a one-time link',
          value: { password: 'a first password', token: passwordToken },
        },
      },
    },
    answers: { 200: logsIn },
    errors: {
      ...anyBody,
      ...anyWrite,
      401: 'Nobody is logged in, the current password is wrong, or the link has been used or has expired.',
      403: disabled,
      429: slowed,
    },
  },
  {
    method: 'get',
    path: '/api/v1/users',
    operationId: 'listUsers',
    tag: 'Accounts',
    summary: 'List the accounts',
    description: 'For admins: the accounts in the order in which they were made, with what they use.',
    security: ['session'],
    query: pageSchema,
    answers: {
      200: {
        description: 'One page of them.',
        schema: 'UsersAnswer',
        examples: { page: { summary: 'The only page', value: usersAnswer } },
      },
    },
    errors: { ...anyTime, 401: noSession, 403: 'The account is no admin.' },
  },
  {
    method: 'post',
    path: '/api/v1/users',
    operationId: 'addUser',
    tag: 'Accounts',
    summary: 'Add an account, or sign up',
    description:
      'An admin adds an account; without a password the answer holds a one-time link to hand over. Where the ' +
      'configuration opens sign-up, anyone makes an account of their own on the plan `free` and is logged in: then ' +
      'the password is required, and `plan` and `admin` are refused.',
    security: ['session', 'nobody'],
    body: {
      schema: 'NewUser',
      examples: {
        invite: {
          summary: 'An admin adds an account',
          value: { email: invitedAnswer.user.email, plan: invitedAnswer.user.plan },
        },
        signUp: {
          summary: 'Somebody signs up',
          value: { email: invitedAnswer.user.email, password: 'correct horse battery staple' },
        },
      },
    },
    answers: {
      200: {
        description: 'The account is there.',
        headers: ['Set-Cookie'],
        schema: 'UserAnswer',
        examples: { invited: { summary: 'Added by an admin, without a password', value: invitedAnswer } },
      },
    },
    errors: {
      ...anyBody,
      ...anyWrite,
      403: `Sign-up is closed and no admin is logged in, somebody signing up chose a plan, ${orOtherOrigin}`,
      429: slowed,
    },
  },
  {
    method: 'patch',
    path: '/api/v1/users/{id}',
    operationId: 'changeUser',
    tag: 'Accounts',
    summary: 'Change an account',
    description:
      'For admins. A plan counts from the next request on. Disabling an account ends its sessions, and its keys do not ' +
      'work until it is enabled again. The last admin cannot be shut out.',
    security: ['session'],
    pathParameters: userId,
    body: {
      schema: 'UserChange',
      examples: { plan: { summary: 'Another plan', value: { plan: changedAnswer.user.plan } } },
    },
    answers: {
      200: {
        description: 'Changed.',
        schema: 'UserAnswer',
        examples: { changed: { summary: 'The account as it is now', value: changedAnswer } },
      },
    },
    errors: { ...anyBody, ...anyWrite, 401: noSession, 403: adminsOnly, 404: 'There is no such account.' },
  },
  {
    method: 'post',
    path: '/api/v1/users/{id}/password-link',
    operationId: 'makePasswordLink',
    tag: 'Accounts',
    summary: 'Make a one-time link to set a password',
    description: 'For admins, to hand over to somebody who has no password or has forgotten it.',
    security: ['session'],
    pathParameters: userId,
    answers: {
      200: {
        description: 'The link.',
        schema: 'PasswordLinkAnswer',
        examples: { link: { summary: 'A link', value: { success: true, ...passwordLink } } },
      },
    },
    errors: { ...anyTime, ...anyWrite, 401: noSession, 403: adminsOnly, 404: 'There is no such account.' },
  },
];
