/**
 * Row 5. Plans go to the real signing code and come back through the second decoder, and a third
 * reader agrees; signers that change one thing are caught, and nothing is sent.
 */
import { privateKeyToAddress } from 'viem/accounts'

import { SwaprouteError } from '../../../src/core/errors.ts'
import { checkSignedBytes } from '../../../src/execution/checks/chain.ts'
import { verifySigned } from '../../../src/wallet/decodeTransaction.ts'
import { verifySignedTon } from '../../../src/wallet/decodeTon.ts'
import { decodePlan, encodePlan } from '../../../src/wallet/planWire.ts'
import { signPlan } from '../../../src/wallet/signPlan.ts'
import { signTonPlan } from '../../../src/wallet/signTonPlan.ts'
import { tonPublicKey } from '../../../src/wallet/tonKey.ts'
import { decodeTonPlan, encodeTonPlan } from '../../../src/wallet/tonPlanWire.ts'
import type { EvmPlan } from '../../../src/wallet/types.ts'
import { randomPlan } from '../../unit/wallet/support/plans.ts'
import { randomTonPlan, tonSeed } from '../../unit/wallet/support/tonPlans.ts'
import type { Random } from '../support/random.ts'
import { defineRow, type Row } from '../support/row.ts'
import { evmForgers } from './evmForgers.ts'
import { forgedSwap, forgedTonSwap } from './forgedSwaps.ts'
import { differencesByTonCore, differencesByViem } from './thirdOpinion.ts'
import { forge, tonForgers } from './tonForgers.ts'

const key = Buffer.alloc(32, 0x42)
const privateKey = `0x${key.toString('hex')}` as const
const address = privateKeyToAddress(privateKey)
const publicKey = tonPublicKey(tonSeed)

const plans = { fast: { evm: 300, ton: 200 }, full: { evm: 30_000, ton: 20_000 } }
/** Third readers check every signature that many plans apart. */
const thorough = 10
/** Each forger changes this many plans. */
const rounds = { fast: 1, full: 100 }
/** Forgers of each kind that are tried as a process of their own, in a whole swap. */
const processes = { fast: 6, full: 100 }
const forgers = evmForgers.length + tonForgers.length

defineRow(
  {
    number: 5,
    title: 'plans through the second decoder, falsified signers',
    cases: { fast: 500 + forgers + 12, full: 50_000 + 101 * forgers },
  },
  async (row) => {
    const sizes = row.sized(plans)
    for (let at = 0; at < sizes.evm; at += 1) await checkEvm(row, at)
    for (let at = 0; at < sizes.ton; at += 1) await checkTon(row, at)
    const tried = row.sized(processes)
    for (const [at, forger] of evmForgers.entries()) {
      for (let round = 0; round < row.sized(rounds); round += 1) {
        const plan = evmPlan(row.random)
        const raw = await forger.sign(plan, privateKey)
        caught(row, forger.name, () => verifySigned(raw, plan))
      }
      if (at < tried) await row.check(`a swap: ${forger.name}`, () => forgedSwap(forger))
    }
    for (const [at, forger] of tonForgers.entries()) {
      for (let round = 0; round < row.sized(rounds); round += 1) {
        const plan = randomTonPlan(sourceOf(row.random))
        const boc = forge(plan, tonSeed, forger.change)
        caught(row, `TON: ${forger.name}`, () => verifySignedTon(boc, plan, publicKey))
      }
      if (at < tried) await row.check(`TON: ${forger.name}`, () => forgedTonSwap(forger))
    }
    row.note(`${evmForgers.length} falsified signers for EVM, ${tonForgers.length} for TON`)
  },
)

/** The generator in the words of the wallet's tests. */
function sourceOf(random: Random) {
  const hex = (size: number): `0x${string}` =>
    `0x${Buffer.from(random.bytes(size)).toString('hex')}`
  return { below: random.below, bytes: random.bytes, hex }
}

/** A plan that the signer process takes: the cost of all gas fits its field. */
function evmPlan(random: Random): EvmPlan {
  const plan = randomPlan(sourceOf(random), address)
  const least = { ...plan, nonce: plan.nonce % 2 ** 31 }
  return least.fees.type === 'legacy' || least.fees.maxFeePerGas > 0n
    ? least
    : { ...least, fees: { ...least.fees, maxFeePerGas: 1n } }
}

async function checkEvm(row: Row, at: number): Promise<void> {
  const plan = evmPlan(row.random)
  await row.check(`plan ${at}`, async () => {
    const raw = await signPlan(decodePlan(encodePlan(plan)), key)
    checkSignedBytes(plan, verifySigned(raw, plan))
    const differing = await differencesByViem(raw, plan, at % thorough === 0)
    if (differing.length > 0) throw new Error(`viem reads another ${differing.join(', ')}`)
  })
}

async function checkTon(row: Row, at: number): Promise<void> {
  const plan = randomTonPlan(sourceOf(row.random))
  await row.check(`TON plan ${at}`, async () => {
    const boc = await signTonPlan(decodeTonPlan(encodeTonPlan(plan)), tonSeed)
    verifySignedTon(boc, plan, publicKey)
    const differing = differencesByTonCore(boc, plan, publicKey, at % thorough === 0)
    if (differing.length > 0) throw new Error(`@ton/core reads another ${differing.join(', ')}`)
    // What the forgers write when they change nothing is no forgery.
    if (at % thorough === 0) verifySignedTon(forge(plan, tonSeed), plan, publicKey)
  })
}

function caught(row: Row, name: string, verify: () => unknown): void {
  try {
    verify()
  } catch (thrown) {
    const isRefusal = thrown instanceof SwaprouteError && thrown.code === 'UNSAFE_ROUTE'
    if (isRefusal && thrown.context['check'] === 'E13') row.passed()
    else row.failed(name, String(thrown))
    return
  }
  row.harm('unsafe signature', `${name}: taken for the plan's own`)
}
