import { describe, expect, test } from 'vitest'
import { refuseInstrumentedRuntime } from '../../../src/wallet/runtimeGuard.ts'
import type { RuntimeOptions } from '../../../src/wallet/runtimeGuard.ts'
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
    '"--require" ./hook.js',
    "'--import' ./hook.js",
  ])('%s', async (nodeOptions) => {
    const inEnvironment = await thrownBy(() => refuseInstrumentedRuntime({ ...plain, nodeOptions }))
    expect(inEnvironment).toMatchObject({ code: 'KEY_UNAVAILABLE', context: { check: 'L7' } })
    const execArgv = nodeOptions.replaceAll(/["']/g, '').split(' ')
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
    expect(error.message).toBe(`No key is used while Node runs with ${option}.`)
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
])('accepts NODE_OPTIONS=%s', (nodeOptions) => {
  expect(() => refuseInstrumentedRuntime({ ...plain, nodeOptions })).not.toThrow()
})
