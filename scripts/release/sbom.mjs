import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

/**
 * Returns the list of everything in a release folder, as CycloneDX 1.6 in JSON: the packages that are bundled into
 * programs, pages and assets, those that lie in `node_modules`, and Node.js.
 *
 * @param root the repository, built
 * @param folder the release folder
 */
export async function sbomOf({ root, folder, target, nodeVersion }) {
  const read = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'));
  const { name, version, license, description } = await read(folder, 'package.json');
  const bundled = await Promise.all(
    ['dist', 'dist/web', 'dist/assets'].map((place) => read(root, place, 'packages.json')),
  );
  const installed = await Promise.all(
    (await packageFolders(folder)).map((path) => read(path, 'package.json')),
  );
  const packages = [...bundled.flat(), ...installed].map(packageComponent);
  const node = {
    type: 'platform',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}?arch=${target}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const components = [...new Map([...packages, node].map((one) => [one.purl, one])).values()];
  const text = JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': `pkg:npm/${name}@${version}`,
          name,
          version,
          description,
          licenses: licencesOf(license),
        },
      },
      components: components.sort((a, b) => (a.purl < b.purl ? -1 : 1)),
    },
    null,
    2,
  );
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (problem !== null) throw new Error(`the list of components is not valid: ${JSON.stringify(problem)}`);
  return `${text}\n`;
}

async function packageFolders(folder) {
  const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name }) => name === 'package.json')
    .map(({ parentPath }) => parentPath)
    .filter((path) => /node_modules\/(@[^/]+\/)?[^/]+$/.test(path));
}

function packageComponent({ name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: licencesOf(license) };
}

/** A licence is an identifier or an expression of SPDX. */
function licencesOf(license) {
  return /[() ]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}
