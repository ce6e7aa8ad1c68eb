/**
 * Row 3, providers that are paid by one call: the call of every case, changed word by word and
 * argument by argument. The verdict of the real checks is compared with the arguments by their declared
 * paths, as viem reads them.
 */
import { isAddress } from 'viem'

import { chainById, isEvmChain } from '../../../src/chains/chains.ts'
import { put } from '../../support/bodies.ts'
import { argumentsOf, type CallCase, dataOf, serviceUrl, wordOf } from '../../providers/callCase.ts'
import { argumentsFor, judgeCall, leavesOf } from '../../providers/judgeCall.ts'
import * as cases from '../../providers/cases.ts'
import { asCallCase } from '../../providers/contractCase.ts'
import { minedContract } from '../../providers/minedContract.ts'
import { wanted } from '../support/wanted.ts'
import { minedCall, type MinedCall } from '../../providers/minedCall.ts'
import type { Random } from '../support/random.ts'
import { defineRow } from '../support/row.ts'
import { holdAgainstOracle, type Template } from './holdAgainstOracle.ts'
import { type Bend, mutations } from './mutations.ts'
import { type Case, friend, mallory, payer } from './swapCase.ts'

/** Calls that no rule reads are proved by a simulation: there is nothing to hold them against. */
const isRead = ([, it]: readonly [unknown, CallCase]): boolean =>
  it.create(serviceUrl).proofs.every(({ kind }) => kind !== 'opaque')
const callCases = wanted(cases.callCases).filter(isRead)
const contractCases = wanted(cases.contractCases).filter(([, it]) => it.call.nested !== true)
const all = [...callCases, ...contractCases.map(([id, it]) => [id, asCallCase(it)] as const)]
/** More than a million in all. */
const variants = { fast: all.length * 2_000, full: all.length * 20_000 }

type Mined = Pick<MinedCall, 'transaction' | 'built' | 'quote'>

/** @param unit step of amounts that the call can express */
function templateOf(
  id: string,
  it: CallCase,
  { transaction, built, quote }: Mined,
  unit = it.call.unit ?? 1n,
): Template {
  const { srcToken, dstToken } = it.request
  const fee = built.fees.protocolFixed + built.fees.providerFixed
  const isBridge = srcToken.blockchain !== dstToken.blockchain
  const cached = it.create(serviceUrl)
  return {
    name: id,
    adapter: cached,
    make: (random) => {
      const srcAmount = unit * (1_000_000n + BigInt(random.below(2 ** 31)))
      const [bought, sold] = it.call.rest ?? [0n, 1n]
      const rest = ((srcAmount - unit * BigInt(random.below(1_000_000))) * bought) / sold
      const terms: Case['terms'] = {
        provider: quote.provider,
        srcToken,
        dstToken,
        srcAmount,
        receiver: receiverOf(it, random),
        // Of a call without a minimum it is the amount.
        minimum:
          it.call.minimum === ''
            ? srcAmount
            : it.call.rest === undefined
              ? unit * (1_000n + BigInt(random.below(2 ** 31)))
              : rest,
        dstChainId: isBridge ? (chainById(dstToken.blockchain).chainId ?? 0) : null,
        fee,
        ...(quote.rateType === 'float' ? { rateType: 'float' as const } : {}),
      }
      const value = fee + (srcToken.native ? srcAmount : 0n)
      const data = dataOf(it, argumentsFor(it, { ...terms, payer, value }))
      return { terms, transaction: { ...transaction, data, value } }
    },
    judge: ({ terms, transaction: given }) => {
      const value = fee + (srcToken.native ? terms.srcAmount : 0n)
      return judgeCall(it, given, { ...terms, payer, value })
    },
  }
}

/** A call without a receiver pays its sender; other chains have other accounts. */
function receiverOf({ request, call }: CallCase, random: Random): string {
  const { receiver, dstToken } = request
  if (!isEvmChain(chainById(dstToken.blockchain))) return receiver
  return call.receiver.length === 0 || random.below(2) === 0 ? payer : friend
}

/** Arguments changed by their types; data that are no such call any more stay as they are. */
function argumentBends(list: readonly CallCase[]): readonly (readonly [string, Bend])[] {
  const bent = (given: Case, random: Random, count: number): Case => {
    const found = list.find((it) => fits(it, given.transaction.data))
    if (found === undefined) return given
    const args = argumentsOf(found, given.transaction.data)
    const leaves = leavesOf(args)
    for (let left = count; left > 0; left -= 1) {
      const [path, value] = random.pick(leaves)
      put(args, path, otherOf(value, given, random))
    }
    try {
      return { ...given, transaction: { ...given.transaction, data: dataOf(found, args) } }
    } catch {
      return given // a number that its type has no room for
    }
  }
  return [
    ['an argument', (given, random) => bent(given, random, 1)],
    ['two arguments', (given, random) => bent(given, random, 2)],
    ['three arguments', (given, random) => bent(given, random, 3)],
  ]
}

function fits(it: CallCase, data: string): boolean {
  try {
    argumentsOf(it, data)
    return true
  } catch {
    return false
  }
}

/** Another value of the same type. */
function otherOf(value: string, { terms, transaction }: Case, random: Random): unknown {
  const { receiver, srcToken, dstToken, srcAmount, minimum } = terms
  if (/^0x0{24}[\da-f]{40}$/.test(value)) return wordOf(random.pick([mallory, friend, payer]))
  if (isAddress(value, { strict: false })) {
    const zero = `0x${'0'.repeat(40)}`
    const known = [mallory, payer, friend, receiver, transaction.to, zero]
    return random.pick([...known, srcToken.address, dstToken.address])
  }
  if (value.startsWith('0x')) {
    const bytes = random.bytes(random.pick([0, 1, 20, 32, 40]))
    return random.pick([mallory, `0x${Buffer.from(bytes).toString('hex')}`])
  }
  if (value === 'true' || value === 'false') return value === 'false'
  if (!/^\d+$/.test(value)) return random.pick(['', 'mallory', `${value}s`])
  const old = BigInt(value)
  const near = [old + 1n, old > 0n ? old - 1n : 2n, old * 2n, old / 2n, old | 1n, 0n, 1n, 10n]
  return random.pick([...near, srcAmount, minimum, minimum - 1n, (1n << 256n) - 1n])
}

defineRow(
  { number: 3, title: 'calls of cases against an oracle', cases: variants },
  async (row) => {
    const templates = await Promise.all([
      ...callCases.map(async ([id, it]) => templateOf(id, it, await minedCall(it))),
      ...contractCases.map(async ([id, it]) =>
        templateOf(id, asCallCase(it), await minedContract(it), it.call.unit),
      ),
    ])
    const own = argumentBends(all.map(([, it]) => it))
    // As many changes by type as by word.
    const bends = [...mutations, ...Array.from({ length: 12 }, () => own).flat()]
    await holdAgainstOracle(row, templates, variants, bends, 5)
  },
)
