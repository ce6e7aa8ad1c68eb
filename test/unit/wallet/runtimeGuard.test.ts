import { describe, expect, test } from 'vitest'
import { type RuntimeOptions, refuseInstrumentedRuntime } from '../../../src/wallet/runtimeGuard.ts'
import { thrownBy } from './support/errors.ts'

const plain: RuntimeOptions = { nodeOptions: undefined, execArgv: [], inspectorUrl: undefined }

describe('refuses keys under', () => {
  test.each([
    '--require ./hook.js',
    '--require=./hook.js',
    '-r ./hook.js',
    '--import ./hook.mjs',
    '--import=data:text/javascript,0',
    '--loader ./l.mjs',
    '--experimental-loader ./l.mjs',
    '--experimental_loader=./l.mjs',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect_brk',
    '--inspect-wait',
    '--inspect-port=0',
    '--heapsnapshot-signal=SIGUSR2',
    '--heap-prof',
    '--max-old-space-size=4096 --require ./hook.js',
    '--openssl-config=/tmp/evil.cnf',
    '--openssl-shared-config',
    '--snapshot-blob=/tmp/evil.blob',
    '--build-snapshot ./evil.js',
    '--experimental-sea-config=x',
    '--eval 1',
    '-e 1',
    '-p 1',
    '--env-file=.env',
    '--conditions=evil',
    '-C evil',
    '--preserve-symlinks',
    '--expose-internals',
    '--allow-natives-syntax',
    '--abort-on-uncaught-exception',
    '--diagnostic-dir=/tmp',
    '--report-on-signal',
    '--cpu-prof',
    '--perf-prof',
    '--tls-min-v1.0',
    '--tls-keylog=/tmp/keys',
    '--an-option-of-tomorrow',
    '--dns-result-order --require',
    '--trace-warnings ./hook.js',
    'word',
  ])('%s', async (nodeOptions) => {
    const inEnvironment = await thrownBy(() => refuseInstrumentedRuntime({ ...plain, nodeOptions }))
    expect(inEnvironment).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'L7' } })
    const execArgv = nodeOptions.split(' ')
    const onLine = await thrownBy(() => refuseInstrumentedRuntime({ ...plain, execArgv }))
    expect(onLine.context).toMatchObject({ check: 'L7' })
  })

  test.each([
    ['--require=/opt/hook.js', '--require'],
    ['--max-old-space-size=4096 --inspect', '--inspect'],
    ['--import=./hook.mjs --inspect', '--import'],
  ])('%s, naming the option without its value', async (nodeOptions, option) => {
    const error = await thrownBy(() => refuseInstrumentedRuntime({ ...plain, nodeOptions }))
    expect(error.context).toEqual({ check: 'L7', option })
    expect(error.message).toBe(`Refused to use a key while Node runs with ${option}.`)
  })

  // As Node itself reads the variable: each of these ran the hook.
  test.each([
    ['"--r\\equire" ./hook.js', '--require'],
    ['"--i\\mport=./hook.js"', '--import'],
    ['"--require" ./hook.js', '--require'],
    ['--req"uire" ./hook.js', '--require'],
    ['"--require=./my hook.js"', '--require'],
    ['--no-warnings   "-r" "./a\\"b.js"', '-r'],
    ['--inspect_brk=0', '--inspect-brk'],
    ["'--import' ./hook.js", "'--import'"],
    ['--no-warnings\t--require', '--no-warnings\t--require'],
  ])('%s, however it is quoted', async (nodeOptions, option) => {
    const error = await thrownBy(() => refuseInstrumentedRuntime({ ...plain, nodeOptions }))
    expect(error.context).toEqual({ check: 'L7', option })
  })

  test('an attached debugger', async () => {
    const runtime = { ...plain, inspectorUrl: 'ws://127.0.0.1:9229/x' }
    expect((await thrownBy(() => refuseInstrumentedRuntime(runtime))).context['check']).toBe('L7')
  })
})

test.each([
  '',
  '--max-old-space-size=4096',
  '--no-warnings --enable-source-maps',
  '--disallow-code-generation-from-strings',
  '--dns-result-order=ipv4first',
  '--dns-result-order ipv4first --max_old_space_size=4096',
  '  --trace-deprecation  --disable-warning=ExperimentalWarning ',
  '"--max-old-space-size=4096" "--disable-warning" "DEP0040"',
  '--use-system-ca --stack-trace-limit=100',
])('accepts NODE_OPTIONS=%s', (nodeOptions) => {
  expect(() => refuseInstrumentedRuntime({ ...plain, nodeOptions })).not.toThrow()
})
