/**
 * The layers of the house, as rules: a folder under src/ may import what its line here names, and itself.
 * Each rule carries the sentence that says why.
 */
const layers = {
  model: [[], 'The words of the domain depend on nothing, so that everything can depend on them.'],
  config: [['model'], 'Settings are read before anything is built, so they know only names.'],
  files: [['model'], 'Disk primitives know bytes, paths and locks, and nothing of what they keep.'],
  flow: [['model'], 'Concurrency primitives know owners, turns and bounds, whatever the work is.'],
  items: [['model'], 'Resolving items is pure: it neither draws nor serves.'],
  text: [
    ['model', 'files/pack', 'files/package-files'],
    'Shaping and fitting text knows nothing of boards, themes or photos; its fonts and emoji are files of the package.',
  ],
  themes: [['model', 'text/font-files'], 'A theme is data; the only other thing it names is a font.'],
  layout: [['model', 'text', 'themes/theme'], 'Layout is pure: it sees measures, never a scene or a pixel.'],
  svg: [['model', 'layout', 'text', 'themes'], 'The scene is drawn from what is placed; pixels come later.'],
  raster: [
    ['model', 'files/package-files'],
    'A rasteriser gets a drawing and has never heard of boards, themes or HTTP; its encoder of photos is a file of the package.',
  ],
  render: [
    ['model', 'flow', 'items', 'themes'],
    'The pipeline is a list of steps; renderers, stores, photos and HTTP reach it as ports.',
  ],
  workers: [
    ['model', 'flow', 'layout', 'raster', 'render/ports', 'svg', 'text', 'themes'],
    'Renderers implement one port of the pipeline with the drawing stages; they know no store and no network.',
  ],
  photos: [
    ['model', 'flow', 'files'],
    'Getting photos from the web knows addresses, hosts and files, and no board.',
  ],
  templates: [
    ['model', 'files/pack', 'files/package-files'],
    'The catalogue is files and their validation, nothing else; its icons are files of the package.',
  ],
  'templates/previews': [
    [
      'model',
      'flow',
      'files',
      'items',
      'layout/placed',
      'render/ports',
      'templates',
      'workers/engine',
      'api/endpoints/templates/preview-answer',
    ],
    "Previews draw templates with the pipeline's own renderers; the catalogue itself does not know of them.",
  ],
  store: [
    ['model', 'config', 'files', 'flow', 'render/ports'],
    'The store implements ports; it does not know its callers.',
  ],
  control: [
    ['model', 'files', 'store'],
    'The control socket carries the operations on accounts to the process that holds the store.',
  ],
  api: [
    ['model', 'render', 'store/ports', 'templates', 'themes', 'items'],
    'HTTP translates between the wire and the domain; it sees the store as ports only.',
  ],
  web: [
    ['api', 'model', 'render/ports', 'store/ports', 'templates', 'themes'],
    'Pages for people stand on the same contract as other callers; nothing below knows of them.',
  ],
  mcp: [
    ['api', 'items', 'model', 'store/ports', 'templates', 'themes'],
    'Tools for models stand on the same contract as other callers, over HTTP and on the command line.',
  ],
  client: [
    ['api/endpoints', 'api/wire', 'model'],
    'The client speaks to the service over HTTP; they share the types of the endpoints, and how addresses are written.',
  ],
};

/** A room inside another that has a rule of its own. */
const rooms = { templates: ['templates/previews'] };

const layerRules = Object.entries(layers).map(([folder, [allowed, reason]]) => ({
  name: `layer-${folder.replace('/', '-')}`,
  comment: reason,
  severity: 'error',
  from: {
    path: `^src/${folder}/`,
    ...(rooms[folder] && { pathNot: rooms[folder].map((room) => `^src/${room}/`) }),
  },
  to: { path: '^src/', pathNot: [folder, ...allowed].map((target) => `^src/${target}[/.]`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'client-shares-only-types',
      comment:
        'The client runs in browsers, so it brings nothing along, neither schemas nor packages, but how addresses are written.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: '^src/(client|model)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'store-drivers-behind-ports',
      comment:
        'A store may have another engine, so the rest of the source sees its ports. (The command line opens the files of accounts without the rest of the store.)',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/store/', '^src/control/with-accounts'] },
      to: { path: '^src/store/drivers/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'one-importer-of-svg-js',
      comment: 'svg.js keeps a window for the whole process, so one folder deals with it.',
      severity: 'error',
      from: { pathNot: '^src/svg/' },
      to: { path: 'node_modules/(@svgdotjs|svgdom)' },
    },
    {
      name: 'one-importer-of-rasterisers',
      comment:
        'Native drawing code stays behind the Rasteriser port. (The worker sets how many threads it uses.)',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/raster/', '^src/workers/worker'] },
      to: { path: 'node_modules/(@napi-rs|@resvg|sharp)' },
    },
    {
      name: 'sources-know-no-tests',
      comment: 'What ships must not need what tests it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'no-undeclared-packages',
      comment:
        'What is imported stands in package.json: as a dependency where it has native code or data, otherwise, since the build bundles it, as a development dependency.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
