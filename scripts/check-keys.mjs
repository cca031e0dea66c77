// Fails if the committed data/keys.json has any content. The file in the working tree may have some: a service that
// runs from a clone stores its accounts there.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const root = new URL('..', import.meta.url);

if (!existsSync(new URL('.git', root))) {
  console.log('data/keys.json: this is no git checkout, so nothing is committed here');
} else {
  for (const where of [':data/keys.json', 'HEAD:data/keys.json']) {
    const text = execFileSync('git', ['show', where], { cwd: root, encoding: 'utf8' });
    const { schemaVersion, ...content } = JSON.parse(text);
    if (!Number.isInteger(schemaVersion) || JSON.stringify(content) !== '{"accounts":[],"keys":[]}') {
      console.error(`data/keys.json: the one in git (${where}) is not empty; take the accounts and keys out`);
      process.exitCode = 1;
    }
  }
}
