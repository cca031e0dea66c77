import { writeBoardLink } from '../api/wire/board-link.ts';
import { signedPath } from '../api/wire/signed-address.ts';
import { baseUrlOf } from '../config/base-url.ts';
import { checkFormat } from '../model/plan.ts';
import { defaults } from '../model/vocabulary.ts';
import { trackTitlesOf } from '../templates/track-titles.ts';
import { loadConfig } from './config.ts';
import { CommandError, type Io } from './io.ts';
import { ownerOf, secretOf } from './key-by-id.ts';
import { atFile, loadRequest } from './request.ts';

/** `tierpress sign`: prints a signed address, alone on standard output. */
export async function signRequest(io: Io, requestFile: string, keyId: string): Promise<void> {
  const config = await loadConfig(io);
  const { name, request, warnings, templates } = await loadRequest(io, config, requestFile);
  const { plan } = await ownerOf(keyId, config);
  await atFile(name, () => checkFormat(plan, request.format));
  const b = writeBoardLink(request, trackTitlesOf({ set: templates }));
  if (b === undefined) throw new CommandError(`${name}: the board fits into no address`);
  const { format = defaults.format, scale = defaults.scale } = request;
  const path = signedPath({ b, format, scale, keyId }, await secretOf(keyId, config));
  io.print(`${baseUrlOf(config, config.port)}${path}\n`);
  for (const warning of warnings) io.complain(`${name}: ${warning}\n`);
}
