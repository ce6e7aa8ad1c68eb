import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

import { zeroAddress } from '../../../src/core/token.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { executeSwap } from '../../../src/execution/execute.ts'
import { planSwap } from '../../../src/execution/plan.ts'
import { createProcessSigner } from '../../../src/wallet/evmSigner.ts'
import { tonPublicKey } from '../../../src/wallet/tonKey.ts'
import { createTonSigner } from '../../../src/wallet/tonSigner.ts'
import { createFakeSigner } from '../../support/executionSigner.ts'
import { dai, eth, usd } from '../../support/executionService.ts'
import { createWorld, type World } from '../../support/executionWorld.ts'
import { sampleTonPlan, tonAddressOf, tonSeed } from '../../unit/wallet/support/tonPlans.ts'
import { writeFakeSigner } from '../../wallet/support/signerBuild.ts'
import { temporaryFolder } from '../../wallet/support/temporary.ts'
import type { EvmForger } from './evmForgers.ts'
import { forge, type TonForger } from './tonForgers.ts'

const key: Hex = `0x${'42'.repeat(32)}`
const address = privateKeyToAddress(key)
const runtime = { nodeOptions: undefined, execArgv: [], inspectorUrl: undefined }

/**
 * A whole swap whose signer process answers with what a forger signs: it ends as unsafe, and no
 * byte reaches the node.
 * @throws Error with what happened instead
 */
export async function forgedSwap(forger: EvmForger): Promise<void> {
  const honest = await swapped()
  const [plan] = honest.signer.signatures
  if (plan === undefined || honest.chains.ETH.broadcasts.length !== 1) {
    throw new Error('the honest twin does not pay')
  }
  const raw = await forger.sign(plan, key)
  const opened = `say({ type: 'opened', address: '${address}' })`
  const body = `if (asked === 1) ${opened}; else say({ type: 'signed', raw: '${raw}' })`
  const entry = await writeFakeSigner(await temporaryFolder(), body)
  const forged = createProcessSigner({
    entry,
    secret: { kind: 'key', key: Buffer.alloc(32) },
    expectedAddress: address,
    realm: 'live',
    runtime,
  })
  await refused(emptyWorld(), () => forged)
}

function emptyWorld(): World {
  const world = createWorld()
  world.signer = createFakeSigner(address)
  world.chains.ETH.give(zeroAddress, address, 10n * usd)
  return world
}

async function swapped(): Promise<World> {
  const world = emptyWorld()
  const context = world.context(await world.openJournal())
  const planned = await planSwap(orderOf(world), context)
  await executeSwap(planned, context, { wait: true })
  return world
}

function orderOf(world: World) {
  return world.order({
    srcToken: eth,
    dstToken: dai,
    srcAmount: 10n ** 9n,
    fromAddress: address,
    receiver: address,
  })
}

async function refused(
  world: World,
  open: () => ReturnType<typeof createProcessSigner>,
): Promise<void> {
  const journal = await world.openJournal()
  const context = { ...world.context(journal), openSigner: open }
  const planned = await planSwap(orderOf(world), context)
  const thrown = await executeSwap(planned, context, { wait: true }).then(
    () => null,
    (error: unknown) => error,
  )
  if (world.chains.ETH.broadcasts.length > 0) throw new Error('falsified bytes were sent')
  const [swap] = journal.list({ limit: 1 })
  const events = swap === undefined ? [] : journal.read(swap.swapId)
  if (events.some(({ event }) => event.type === 'signed')) throw new Error('recorded as signed')
  const isRefusal = thrown instanceof SwaprouteError && thrown.code === 'UNSAFE_ROUTE'
  if (isRefusal && thrown.funds === 'none_moved') return
  throw new Error(`ended otherwise: ${String(thrown)}`)
}

/** A signer process of a TON wallet that signs something else: caught by who asked it. */
export async function forgedTonSwap(forger: TonForger): Promise<void> {
  const version = 'v5r1'
  const plan = sampleTonPlan(version)
  const boc = forge(plan, tonSeed, forger.change)
  const publicKey = tonPublicKey(tonSeed).toString('hex')
  const opened = `{ type: 'openedTon', publicKey: '${publicKey}', walletVersion: '${version}' }`
  const body = `say(asked === 1 ? ${opened} : { type: 'signedTon', boc: '${boc}' })`
  const entry = await writeFakeSigner(await temporaryFolder(), body)
  const signer = await createTonSigner({
    entry,
    secret: { kind: 'ton', secret: Buffer.alloc(64, 0x61), walletVersion: version },
    expectedAddress: tonAddressOf(version),
    realm: 'live',
    runtime,
  })
  try {
    const signed = await signer.sign(plan)
    throw new Error(`given on as ${signed.messageHash}`)
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || thrown.context['check'] !== 'E13') throw thrown
  } finally {
    await signer.close()
  }
}
