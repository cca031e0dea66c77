import type { AccountPorts } from '../../http/sign-in.ts';
import { passwordLinkAnswerSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { accountId, exampleLink, passwordLinkBody } from './password-link.ts';

export const makePasswordLink = defineEndpoint({
  method: 'POST',
  path: '/api/v1/users/:id/password-link',
  auth: 'admin',
  docs: {
    name: 'makePasswordLink',
    tag: 'Accounts',
    summary: 'Create a one-time link to set a password',
    description: 'For admins: a link for a user who has no password or has forgotten it.',
  },
  params: accountId,
  answers: {
    200: {
      description: 'The link.',
      schema: passwordLinkAnswerSchema,
      examples: { link: { summary: 'A link', value: { success: true, ...exampleLink } } },
    },
    404: 'There is no such account.',
  },
  handle:
    ({ accounts, baseUrl }: Pick<AccountPorts, 'accounts' | 'baseUrl'>) =>
    async ({ params }) => {
      const token = await accounts.createPasswordToken(params.id);
      return { success: true, ...passwordLinkBody(token, baseUrl()) };
    },
});
