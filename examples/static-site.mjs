// Fills in the tier lists of a site while it is built: node static-site.mjs dist/*.html
// <img data-tier-list="drinks.json"> gets a signed address. No request is sent; the signing secret stays here.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { signedUrl } from 'tierpress';

const signing = {
  baseUrl: process.env.TIERPRESS_URL,
  keyId: process.env.TIERPRESS_KEY_ID,
  signingSecret: process.env.TIERPRESS_SIGNING_SECRET,
};

for (const page of process.argv.slice(2)) {
  let html = await readFile(page, 'utf8');
  for (const [attribute, file] of html.matchAll(/data-tier-list="([^"]+)"/g)) {
    const ranking = JSON.parse(await readFile(resolve(dirname(page), file), 'utf8'));
    const src = await signedUrl(ranking, signing);
    html = html.replace(attribute, `src="${src.replaceAll('&', '&amp;')}"`);
  }
  await writeFile(page, html);
}
