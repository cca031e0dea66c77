import { Command, Option } from 'commander';
import { planNames } from '../model/plan.ts';
import { endings } from './endings.ts';
import type { Io } from './io.ts';
import type { NewTemplateOptions } from './new-template.ts';

/**
 * The command line: names, options and help. Each command is in the file of its name, which is loaded on use: the
 * drawing code alone takes longer to load than most commands take to run.
 */
export function createProgram(io: Io): Command {
  const program = new Command('tierpress')
    .description('Turns a ranking in JSON into a tier-list picture.')
    .version(io.version)
    .showHelpAfterError('(tierpress --help tells more)')
    .configureOutput({ writeOut: io.print, writeErr: io.complain })
    .exitOverride()
    .addHelpText('after', programHelp);

  program
    .command('serve')
    .description('serve pictures over HTTP')
    .addHelpText('after', serveHelp)
    .action(async () => (await import('./serve.ts')).serve(io));

  program
    .command('render')
    .description('draw one request into a file, without a server and without a key')
    .argument('<request>', 'the request as a JSON file; - for standard input')
    .requiredOption('-o, --out <file>', `where the picture goes: ${endings}`)
    .addHelpText('after', renderHelp)
    .action(async (request: string, options: { out: string }) =>
      (await import('./render.ts')).renderFile(io, request, options.out),
    );

  program
    .command('sign')
    .description('print the signed address of the picture of a request')
    .argument('<request>', 'the request as a JSON file; - for standard input')
    .requiredOption('--key <id>', 'the id of the key that it is signed for, as in key_8YtR1mB6qKx0')
    .addHelpText('after', signHelp)
    .action(async (request: string, options: { key: string }) =>
      (await import('./sign.ts')).signRequest(io, request, options.key),
    );

  program
    .command('mcp')
    .description('serve tools for AI agents on standard input and output, without a server and without a key')
    .addHelpText('after', mcpHelp)
    .action(async () => (await import('./mcp.ts')).serveMcp(io));

  const users = program.command('users').description('manage accounts');
  users
    .command('add')
    .description('add an account')
    .argument('<email>', 'its e-mail address')
    .addOption(new Option('--plan <plan>', 'its plan').choices(planNames).default('free'))
    .option('--admin', 'let it manage the other accounts', false)
    .addHelpText('after', usersHelp)
    .action(async (email: string, options: { plan: string; admin: boolean }) =>
      (await import('./users.ts')).addUser(io, email, options),
    );

  users
    .command('link')
    .description('make a one-time link with which an account sets its password')
    .argument('<email>', 'its e-mail address')
    .addHelpText('after', linkHelp)
    .action(async (email: string) => (await import('./users.ts')).makePasswordLink(io, email));

  const keys = program.command('keys').description('manage API keys');
  keys
    .command('create')
    .description('create an API key and print it; it cannot be shown again')
    .requiredOption('--user <email>', 'the account it belongs to')
    .option('--name <name>', 'what it is for', '')
    .option('--json', 'print it as JSON', false)
    .addHelpText('after', keysHelp)
    .action(async (options: { user: string; name: string; json: boolean }) =>
      (await import('./keys.ts')).createKey(io, options),
    );

  keys
    .command('signing-secret')
    .description('print the secret with which addresses of images are signed for a key')
    .argument('<id>', 'the id of the key, as in key_8YtR1mB6qKx0')
    .action(async (id: string) => (await import('./keys.ts')).printSigningSecret(io, id));

  program
    .command('migrate')
    .description('copy accounts, keys and all else to a database, or back')
    .option(
      '--to <store>',
      'copy the data directory to this database: postgres://user:password@host/database',
    )
    .addOption(new Option('--from <store>', 'copy this database to the data directory').conflicts('to'))
    .option('--images <images>', 'copy images, too: s3://bucket/prefix?endpoint=…')
    .addHelpText('after', migrateHelp)
    .action(async (options: { to?: string; from?: string; images?: string }, command: Command) =>
      (await import('./migrate.ts')).migrate(io, options, (problem) => command.error(`error: ${problem}`)),
    );

  const templates = program.command('templates').description('manage templates');
  templates
    .command('check')
    .description('check every template file')
    .action(async () => (await import('./templates.ts')).checkTemplateFiles(io));

  const each = (text: string, texts: readonly string[]) => [...texts, text];
  templates
    .command('new')
    .description('write a template file; what is missing is asked for at a terminal')
    .option('--title <texts>', 'the title, as English | Chinese | Russian')
    .option('--description <texts>', 'one sentence about it, in the same form')
    .option('--category <slug>', 'such as food-and-drink')
    .option('--tags <words>', 'words for the search, with commas between')
    .addOption(
      new Option('--tier <texts>', 'a tier; once for each, from the best down')
        .argParser(each)
        .default([], 'S A B C D F'),
    )
    .addOption(
      new Option('--item <texts>', 'an item; once for each, with an emoji before the texts or without')
        .argParser(each)
        .default([], 'none'),
    )
    .addOption(
      new Option('--csv <file>', 'a table of items with the columns en, zh and ru').conflicts('item'),
    )
    .option('--id <number>', 'its id (default: the next free one)')
    .option('--official', 'write to the folder of official templates, not to that of your own')
    .addHelpText('after', newTemplateHelp)
    .action(async (options: NewTemplateOptions, command: Command) =>
      (await import('./new-template.ts')).newTemplate(io, options, (problem) =>
        command.error(`error: ${problem}`),
      ),
    );

  const themes = program.command('themes').description("manage themes of one's own");
  themes
    .command('check')
    .description('check every theme file of the data directory')
    .action(async () => (await import('./themes.ts')).checkThemeFiles(io));

  return program;
}

const programHelp = `
Examples:
  tierpress serve
  tierpress render examples/english.json -o english.webp
  tierpress users add ann@example.org --plan creator
  tierpress keys create --user ann@example.org --name bot

Settings come from <data directory>/config.json and from the environment (TIERPRESS_PORT,
TIERPRESS_DATA_DIR, ...); data/config.schema.json lists them all.

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const serveHelp = `
On the first start it creates the owner's account and prints a first API key.
Listens on http://localhost:3000 unless TIERPRESS_HOST and TIERPRESS_PORT say otherwise.
Logs go to standard error, one JSON object a line.`;

const renderHelp = `
Examples:
  tierpress render request.json -o picture.png
  echo '{"tiers":[{"title":"S","items":["Tea"]}]}' | tierpress render - -o tea.svg

The request is the body of POST /api/v1/render; the file's ending decides the format.
There is a watermark only if the request says "watermark": true.`;

const signHelp = `
Example:
  tierpress sign request.json --key key_8YtR1mB6qKx0

The picture is drawn, and charged to the key's account, when the address is first fetched.
Works whether or not the service is running. TIERPRESS_BASE_URL says where clients reach it.`;

const mcpHelp = `
A client of the Model Context Protocol starts it: configure the command "npx tierpress mcp".
Messages go to standard output, warnings and errors to standard error. It ends with its input.`;

const usersHelp = `
Example:
  tierpress users add ann@example.org --plan business

Works whether or not the service is running.`;

const linkHelp = `
Example:
  tierpress users link ann@example.org

The link works once, for seven days; the one before works no longer. Works whether or not the
service is running.`;

const keysHelp = `
Examples:
  tierpress keys create --user ann@example.org --name bot
  KEY=$(tierpress keys create --user ann@example.org --json | jq -r .key)

Works whether or not the service is running; a running one knows the key at once.`;

const newTemplateHelp = `
Examples:
  tierpress templates new --title 'Teas | 茶 | Чай' --category food-and-drink \\
    --description 'Two ways to fill a cup. | 两种茶。 | Два способа наполнить чашку.' \\
    --item '🍵 Green tea | 绿茶 | Зелёный чай' --item '🫖 Black tea | 红茶 | Чёрный чай'

  tierpress templates new --csv teas.csv --title Teas --description 'Ways to fill a cup.' \\
    --category food-and-drink

A table may also have the columns emoji, icon, art and tags; - is standard input.
One text without | is for all three languages. The path of the file is printed; a file that exists
is never replaced. Own templates lie in own-templates/ of the data directory.`;

const migrateHelp = `
Examples:
  tierpress migrate --to postgres://tierpress:password@db/tierpress
  tierpress migrate --to postgres://… --images 's3://boards?endpoint=https://s3.example.org'
  tierpress migrate --from postgres://… --images s3://…

Stop the service first. The target must hold no accounts, the source stays as it is, and after a
failure the same command can be run again. Keys, passwords, sessions, one-time links and addresses
of images go on working. The data directory is TIERPRESS_DATA_DIR; the credentials for S3 are in
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
