/**
 * Who may import whom in src and in sandbox/src. test/tooling/layers.test.ts proves
 * that breaking it is noticed.
 */

/** Each folder of src, and what it may import besides itself. The files of src itself (`main.ts`
 * and `app.ts`) and src/app put the layers together: they may import everything, and nobody them. */
const layers = {
  core: [],
  chains: ['core'],
  http: ['core'],
  prices: ['core', 'chains', 'http'],
  evidence: ['core', 'chains', 'http'],
  providers: ['core', 'chains', 'http', 'evidence'],
  live: ['core', 'chains', 'http', 'prices', 'evidence', 'providers'],
  router: ['core', 'providers/types.ts'],
  store: ['core'],
  api: ['core', 'http'],
  status: ['core', 'chains', 'http', 'evidence', 'providers', 'store'],
  backend: ['core', 'chains', 'http', 'evidence', 'providers', 'router', 'store', 'api', 'status'],
  server: ['core', 'api', 'format'],
  wallet: ['core', 'chains', 'http', 'evidence'],
  execution: ['core', 'chains', 'evidence', 'store', 'api', 'wallet/types.ts'],
  format: ['core'],
  commands: ['core', 'api', 'format', 'execution', 'wallet/types.ts'],
  agents: ['core', 'format', 'execution', 'commands'],
  program: ['core', 'format', 'commands', 'agents'],
}

/** Whose types a folder may import besides; nothing of theirs runs in it. */
const types = {
  format: ['api'],
  commands: ['chains', 'server'],
}

/** Libraries that only one place knows. */
const libraries = {
  commander: ['program'],
  undici: ['http'],
  libsql: ['store'],
  pg: ['store/postgres'],
  'hono|@hono/node-server': ['server'],
  viem: ['chains/evm', 'wallet', 'execution'],
}

const pathOf = (place) => (place.endsWith('.ts') ? `${place.replace('.', '\\.')}$` : `${place}/`)

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import: ${allowed.join(', ') || 'nothing'}.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: {
    path: '^src/',
    pathNot: `^src/(${[layer, ...allowed, ...(types[layer] ?? [])].map(pathOf).join('|')})`,
  },
}))

const typeRules = Object.entries(types).map(([layer, places]) => ({
  name: `types-${layer}`,
  comment: `src/${layer} may import only types of: ${places.join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${places.join('|')})/`, dependencyTypesNot: ['type-only'] },
}))

const libraryRules = Object.entries(libraries).map(([library, places]) => ({
  name: `library-${library.split('|')[0]}`,
  comment: `Only src/${places.join(', src/')} may import ${library.replace('|', ' and ')}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${places.join('|')})/` },
  to: { path: `(^|/)node_modules/(${library})/` },
}))

module.exports = {
  forbidden: [
    ...layerRules,
    ...typeRules,
    ...libraryRules,
    {
      name: 'sandbox-is-a-package',
      comment: 'Of src the package of the sandbox takes core and chains, which its build contains.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(src|test|scripts|bench|dist|bin)/', pathNot: '^src/(core|chains)/' },
    },
    {
      name: 'sandbox-is-installed-apart',
      comment: 'The program loads the package where it is installed (src/core/sandboxPackage.ts).',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^sandbox/|(^|/)node_modules/swaproute-sandbox/' },
    },
    {
      name: 'known-layer',
      comment: 'A new folder of src needs its row in the table above.',
      severity: 'error',
      from: { path: '^src/.*/', pathNot: `^src/(app|${Object.keys(layers).join('|')})/` },
      to: {},
    },
    {
      name: 'adapters-are-strangers',
      comment: 'An adapter imports its own folder, the kits, and providers/types.ts.',
      severity: 'error',
      from: { path: '^src/providers/(?!rows/|data/)([^/]+)/' },
      to: {
        path: '^src/providers/',
        pathNot: '^src/providers/($1/|kits/|data/|types\\.ts$)',
      },
    },
    {
      name: 'adapter-files-are-strangers',
      comment: 'So does an adapter of one file.',
      severity: 'error',
      from: { path: '^src/providers/(?!types|row|catalog|providers)[^/]+\\.ts$' },
      to: {
        path: '^src/providers/',
        pathNot: '^src/providers/(kits/|data/|types\\.ts$|[^/]+\\.json$)',
      },
    },
    {
      name: 'ton-is-read-by-own-code',
      comment:
        'What reads and checks messages of TON shares nothing with the library that builds and signs them (docs/safety.md E13, T2 to T4).',
      severity: 'error',
      from: {
        path: '^src/(chains/ton/[^/]+\\.ts$|providers/|wallet/decodeTon\\.ts$|evidence/|execution/|status/|backend/)',
      },
      to: { path: '(^|/)node_modules/@ton/' },
    },
    {
      name: 'ton-is-read-without-the-builders',
      comment: 'Nor does it share anything with what builds them: adapters build, the kit reads.',
      severity: 'error',
      from: { path: '^src/providers/kits/' },
      to: { path: '^src/chains/ton/build/' },
    },
    {
      name: 'ton-is-built-by-the-library',
      comment:
        'What builds messages of TON uses @ton/core, and nothing of what reads and checks them: of src/chains/ton only addresses, ids of wallets and other builders.',
      severity: 'error',
      from: {
        path: '^src/(chains/ton/build/|wallet/signTonPlan\\.ts$)',
      },
      to: { path: '^src/chains/ton/(?!build/|address\\.ts$|wallets\\.ts$)' },
    },
    {
      name: 'ton-own-cells-are-not-sent',
      comment:
        'Cells of our own are for checks: where contracts are, which hash a message has, what was read. No adapter and no plan makes a message of them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(chains/ton/[^/]+\\.ts$|providers/kits/ton/[^/]+Contracts\\.ts$|wallet/decodeTon\\.ts$)',
      },
      to: { path: '^src/chains/ton/(builder|derive|writeBoc)\\.ts$' },
    },
    {
      name: 'page-runs-in-a-browser',
      comment: 'The script of the page takes what has no I/O, and nothing of Node.',
      severity: 'error',
      from: { path: '^src/server/page/client/' },
      to: { pathNot: '^src/(server/page/client|core|format|api)/' },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: { path: '^(src|sandbox)/' },
      to: { circular: true },
    },
    {
      name: 'no-barrel',
      comment: 'Import the file that owns the name.',
      severity: 'error',
      from: { path: '^(src|sandbox)/' },
      to: { path: '^(src|sandbox)/', dependencyTypes: ['export'] },
    },
    {
      name: 'src-stands-alone',
      comment: 'The program imports neither tests, scripts nor its own build.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|bench|dist|bin)/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // types follow the table too
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
