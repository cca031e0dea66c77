import { baseUrlOf } from '../config/base-url.ts';
import { withAccounts } from '../control/with-accounts.ts';
import { passwordLink } from '../model/addresses.ts';
import { type PlanName, planNames } from '../model/plan.ts';
import { deps } from '../service/system.ts';
import { accountOf } from './account-of.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';

/** `tierpress users add` */
export async function addUser(
  io: Io,
  email: string,
  options: { readonly plan: string; readonly admin: boolean },
): Promise<void> {
  const config = await loadConfig(io);
  const account = { email, plan: planOf(options.plan), admin: options.admin };
  const added = await withAccounts(config, deps, (accounts) => accounts.addAccount(account));
  io.print(`added ${added.email} on the plan ${added.plan}${added.admin ? ', an admin' : ''}\n`);
}

/** `tierpress users link`: prints only the link on standard output. */
export async function makePasswordLink(io: Io, email: string): Promise<void> {
  const config = await loadConfig(io);
  const { token, expiresAt } = await withAccounts(config, deps, async (accounts) =>
    accounts.createPasswordToken((await accountOf(email, accounts)).id),
  );
  io.print(`${passwordLink(baseUrlOf(config, config.port), token)}\n`);
  io.complain(`It works once, until ${expiresAt}. Anyone who opens it can set the password.\n`);
}

function planOf(name: string): PlanName {
  const plan = planNames.find((candidate) => candidate === name);
  if (plan === undefined) throw new CommandError(`--plan: must be one of ${planNames.join(', ')}`);
  return plan;
}
