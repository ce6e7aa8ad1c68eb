import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { privateKeyToAddress, signTransaction } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProcessSigner } from '../../src/wallet/evmSigner.ts'
import type { ProcessSignerOptions } from '../../src/wallet/signerProcess.ts'
import { decodePlan } from '../../src/wallet/planWire.ts'
import { signPlan } from '../../src/wallet/signPlan.ts'
import type { EvmPlan, EvmSigner } from '../../src/wallet/types.ts'
import { thrownBy } from '../unit/wallet/support/errors.ts'
import { samplePlan } from '../unit/wallet/support/plans.ts'
import { builtSigner, writeFakeSigner } from './support/signerBuild.ts'
import { temporaryFolder } from './support/temporary.ts'
import { officialKeystores } from './vectors/keystores.ts'

const [, , cheap] = officialKeystores
const cheapAddress = privateKeyToAddress(`0x${cheap.key}`)
const key = Buffer.alloc(32, 0x42)
const address = privateKeyToAddress(`0x${key.toString('hex')}`)
const runtime = { nodeOptions: undefined, execArgv: [], inspectorUrl: undefined }

/** Children of this process that run a program of the given name. */
async function childrenRunning(entry: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return Number(parent) === process.pid && line.includes(entry)
    } catch {
      return false // ended meanwhile
    }
  })
}

function keySecret(): ProcessSignerOptions['secret'] {
  return { kind: 'key', key: Buffer.from(key) }
}

async function start(change: Partial<ProcessSignerOptions> = {}): Promise<EvmSigner> {
  const signer = await createProcessSigner({
    entry: builtSigner,
    secret: keySecret(),
    expectedAddress: address,
    realm: 'sandbox',
    runtime,
    ...change,
  })
  onTestFinished(() => signer.close())
  return signer
}

describe('golden signatures', () => {
  type Golden = { key: string; plan: unknown; raw: string; hash: string }
  const golden: Golden[] = JSON.parse(
    readFileSync(new URL('golden/transactions.json', import.meta.url), 'utf8'),
  )

  test('of thirty plans stay the same to the byte (docs/safety.md L5)', async () => {
    expect(golden).toHaveLength(30)
    for (const { key: digits, plan: wire, raw } of golden) {
      const plan = decodePlan(JSON.stringify(wire))
      expect(await signPlan(plan, Buffer.from(digits, 'hex'))).toBe(raw)
      expect(await signedByViem(plan, `0x${digits}`)).toBe(raw)
    }
  })

  test('come out of the process as well', async () => {
    const [first] = golden
    if (first === undefined) throw new Error('no golden plans')
    const plan = decodePlan(JSON.stringify(first.plan))
    const secret = { kind: 'key', key: Buffer.from(first.key, 'hex') } as const
    const signer = await start({ secret, expectedAddress: plan.from, realm: 'live' })
    expect(await signer.sign(plan)).toMatchObject({ raw: first.raw, hash: first.hash })
  })

  async function signedByViem(plan: EvmPlan, privateKey: `0x${string}`): Promise<string> {
    const { chainId, nonce, value, gasLimit: gas, fees } = plan
    const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`
    const common = { chainId, nonce, to: hex(plan.to), value, data: hex(plan.data), gas }
    if (fees.type === 'legacy') {
      const transaction = { ...common, type: 'legacy', gasPrice: fees.gasPrice } as const
      return await signTransaction({ privateKey, transaction })
    }
    const { maxFeePerGas, maxPriorityFeePerGas } = fees
    const transaction = { ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas } as const
    return await signTransaction({ privateKey, transaction })
  }
})

describe('the process', () => {
  test('signs with a key, several plans in a row and at once', async () => {
    const signer = await start()
    expect(signer.address).toBe(address)
    const plans = [1, 2, 3, 4].map((nonce) => samplePlan(address, { nonce }))
    const signed = await Promise.all(plans.map((plan) => signer.sign(plan)))
    expect(signed.map(({ decoded }) => decoded.nonce)).toEqual([1, 2, 3, 4])
    expect(new Set(signed.map(({ hash }) => hash)).size).toBe(4)
  })

  test('signs with a keystore and its password', async () => {
    const text = Buffer.from(JSON.stringify(cheap.json))
    const password = Buffer.from(cheap.password)
    const secret = { kind: 'keystore', text, password } as const
    const signer = await start({ secret, expectedAddress: null })
    expect(signer.address).toBe(cheapAddress)
    const { decoded } = await signer.sign(samplePlan(cheapAddress))
    expect(decoded.from).toBe(cheapAddress)
    expect(password.every((byte) => byte === 0)).toBe(true)
  })

  test('has the secret neither in its arguments nor in its environment', async () => {
    const secret = keySecret()
    await start({ secret })
    expect(secret).toEqual({ kind: 'key', key: Buffer.alloc(32) })
    const [pid] = await childrenRunning(builtSigner)
    const open = await readFile(`/proc/${pid}/environ`, 'latin1')
    const line = await readFile(`/proc/${pid}/cmdline`, 'latin1')
    expect(open).toBe('')
    expect(line.toLowerCase()).not.toContain(key.toString('hex'))
  })

  test('is gone after closing', async () => {
    const signer = await start()
    expect(await childrenRunning(builtSigner)).toHaveLength(1)
    await signer.close()
    expect(await childrenRunning(builtSigner)).toHaveLength(0)
    const error = await thrownBy(() => signer.sign(samplePlan(address)))
    expect(error.code).toBe('KEY_UNAVAILABLE')
  })

  test('outlives an interrupt of the terminal, but not its pipe', async () => {
    const signer = await start()
    const [pid] = await childrenRunning(builtSigner)
    process.kill(Number(pid), 'SIGINT')
    expect((await signer.sign(samplePlan(address))).decoded.from).toBe(address)
  })

  test('that is killed is an error, not a silence', async () => {
    const signer = await start()
    const [pid] = await childrenRunning(builtSigner)
    process.kill(Number(pid), 'SIGKILL')
    const error = await thrownBy(() => signer.sign(samplePlan(address)))
    expect(error.message).toContain('nothing was signed')
  })

  test('cannot be started with a wrong path', async () => {
    const entry = '/nowhere/signer.js'
    expect((await thrownBy(() => start({ entry }))).code).toBe('KEY_UNAVAILABLE')
  })
})

describe('refuses', () => {
  const keystore = (change: object, password: string = cheap.password) => ({
    kind: 'keystore' as const,
    text: Buffer.from(JSON.stringify({ ...cheap.json, ...change })),
    password: Buffer.from(password),
  })
  test.each([
    ['a wrong password', keystore({}, 'wrong'), 'does not open'],
    ['a damaged keystore', keystore({ crypto: {} }), 'not a readable keystore'],
    ['an invalid key', { kind: 'key', key: Buffer.alloc(32) } as const, 'not valid'],
    ['a short key', { kind: 'key', key: Buffer.alloc(31, 1) } as const, 'not valid'],
  ])('%s', async (_, secret, words) => {
    const error = await thrownBy(() => start({ secret, expectedAddress: null }))
    expect(error).toMatchObject({ code: 'KEY_UNAVAILABLE', exit: 3 })
    expect(error.message).toContain(words)
    expect(await childrenRunning(builtSigner)).toHaveLength(0)
  })

  test('the key of another account than was listed', async () => {
    const error = await thrownBy(() => start({ expectedAddress: cheapAddress }))
    expect(error.message).toContain(address)
    expect(await childrenRunning(builtSigner)).toHaveLength(0)
  })

  test.each([
    ['live', samplePlan(address, { chainId: 13_370_001 })],
    ['sandbox', samplePlan(address, { chainId: 1 })],
  ] as const)('a %s account on the other side of the wall', async (realm, plan) => {
    const signer = await start({ realm })
    const error = await thrownBy(() => signer.sign(plan))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E1' } })
  })

  test('the plan of another account', async () => {
    const signer = await start()
    const error = await thrownBy(() => signer.sign(samplePlan(cheapAddress)))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { field: 'from' } })
    expect((await thrownBy(() => signer.sign(samplePlan(address)))).code).toBe('KEY_UNAVAILABLE')
  })

  test('to start under instrumentation, and overwrites the secret all the same', async () => {
    const secret = keySecret()
    const instrumented = { ...runtime, nodeOptions: '--require ./hook.js' }
    const error = await thrownBy(() => start({ secret, runtime: instrumented }))
    expect(error.context).toMatchObject({ check: 'L7' })
    expect(secret).toEqual({ kind: 'key', key: Buffer.alloc(32) })
  })
})

describe('a signer that lies', () => {
  const opened = `say({ type: 'opened', address: '${address}' })`
  const plan = samplePlan(address)
  const fake = async (afterOpening: string): Promise<EvmSigner> => {
    const body = `if (asked === 1) { ${opened} } else { ${afterOpening} }`
    return await start({ entry: await writeFakeSigner(await temporaryFolder(), body) })
  }

  test('about the transaction is caught and closed', async () => {
    const raw = await signPlan({ ...plan, value: plan.value + 1n }, key)
    const signer = await fake(`say({ type: 'signed', raw: '${raw}' })`)
    const error = await thrownBy(() => signer.sign(plan))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E13', field: 'value' } })
    expect((await thrownBy(() => signer.sign(plan))).code).toBe('KEY_UNAVAILABLE')
  })

  test('cannot profit from a plan that changes while it signs', async () => {
    const raw = await signPlan(plan, key)
    const signer = await fake(`say({ type: 'signed', raw: '${raw}' })`)
    const mutable = { ...plan }
    const pending = signer.sign(mutable)
    mutable.value += 1n
    expect((await pending).decoded.value).toBe(plan.value)
  })

  test.each([
    ['another kind of answer', `say({ type: 'opened', address: '${address}' })`],
    ['no JSON', `say('no json')`],
    ['an endless frame', `process.stdout.write(Buffer.alloc(5, 0xff))`],
    ['its end', `process.exit(3)`],
  ])('%s', async (_, body) => {
    const signer = await fake(body)
    expect((await thrownBy(() => signer.sign(plan))).code).toBe('KEY_UNAVAILABLE')
  })
})
