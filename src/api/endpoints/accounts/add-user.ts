import type * as v from 'valibot';
import { Failure, invalid } from '../../../model/failure.ts';
import type { ApiContext } from '../../http/context.ts';
import { type AccountPorts, signUp } from '../../http/sign-in.ts';
import { openSession } from '../../middleware/session.ts';
import { signUpRefused, throttled } from '../../openapi/errors.ts';
import { newUserSchema, type UserAnswerBody, userAnswerSchema } from '../../wire/accounts.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { examplePassword, exampleUser } from '../session/examples.ts';
import { exampleLink, passwordLinkBody } from './password-link.ts';

export interface AddUserPorts extends AccountPorts {
  /** Whether anyone may create an account. */
  readonly openSignUp: boolean;
}

type NewUser = v.InferOutput<typeof newUserSchema>;

export const addUser = defineEndpoint({
  method: 'POST',
  path: '/api/v1/users',
  auth: 'optionalSession',
  docs: {
    name: 'addUser',
    tag: 'Accounts',
    summary: 'Add an account, or sign up',
    description:
      'An admin adds an account; without a password the answer contains a one-time link for its user. Where the ' +
      'configuration opens sign-up, anyone can create an account on the plan `free` and is logged in: then ' +
      'the password is required, and `plan` and `admin` are refused.',
  },
  body: {
    schema: newUserSchema,
    examples: {
      invite: {
        summary: 'An admin adds an account',
        value: { email: exampleUser.email, plan: exampleUser.plan },
      },
      signUp: {
        summary: 'A visitor signs up',
        value: { email: exampleUser.email, password: examplePassword },
      },
    },
  },
  answers: {
    200: {
      description: 'The new account.',
      headers: ['Set-Cookie'],
      schema: userAnswerSchema,
      examples: {
        invited: {
          summary: 'Added by an admin, without a password',
          value: { success: true, user: exampleUser, passwordLink: exampleLink },
        },
      },
    },
    403: signUpRefused,
    429: throttled,
  },
  handle:
    (ports: AddUserPorts) =>
    async ({ ctx, body }) => {
      const session = await openSession(ctx, ports);
      if (session?.account.admin) return addAccount(ports, await body());
      if (!ports.openSignUp) {
        throw new Failure('forbidden', 'Signing up is closed; an admin can add accounts');
      }
      return signUpFree(ctx, ports, await body());
    },
});

async function addAccount(
  { accounts, baseUrl }: AddUserPorts,
  { email, password, plan = 'free', admin = false }: NewUser,
): Promise<UserAnswerBody> {
  const user = await accounts.addAccount({ email, plan, admin, ...(password !== undefined && { password }) });
  if (password !== undefined) return { success: true, user };
  const token = await accounts.createPasswordToken(user.id);
  return { success: true, user, passwordLink: passwordLinkBody(token, baseUrl()) };
}

async function signUpFree(
  ctx: ApiContext,
  ports: AddUserPorts,
  { email, password, plan, admin }: NewUser,
): Promise<UserAnswerBody> {
  if (password === undefined) throw invalid('password', 'is required');
  if (plan !== undefined || admin !== undefined) {
    throw new Failure('forbidden', 'Only an admin may choose the plan of an account, or make it an admin');
  }
  const { account } = await signUp(ctx, ports, { email, password });
  return { success: true, user: account };
}
