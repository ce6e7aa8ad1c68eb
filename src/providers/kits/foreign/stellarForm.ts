import { assetContract, isClassicAsset } from '../../../chains/stellar/addresses.ts'
import {
  readStellarTransaction,
  type StellarCall,
  type StellarPermission,
  type StellarTransaction,
} from '../../../chains/stellar/transaction.ts'
import type { StellarValue } from '../../../chains/stellar/values.ts'
import { unsafeForeign } from '../../../chains/foreign.ts'
import { builtInTokens, nativeToken } from '../../../chains/tokens.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { readStellarGains, readStellarMined } from '../../../evidence/stellar.ts'
import type { ForeignForm } from './form.ts'
import { foreignEnd, notOurs, readForeignTerms, unknownYet } from './status.ts'

/** The target of a path payment, which no contract takes. */
const pathPayment = 'PathPaymentStrictSend'

/** A contract's call in our terms; tokens are contracts. */
export type StellarSwap = {
  /** Signs, pays and receives. */
  account: string
  srcContract: string
  dstContract: string
  srcAmount: bigint
  /** Enforced by the contract. */
  minOut: bigint
  /** Unix seconds; null if the call sets no limit. */
  deadline: bigint | null
}

/** A contract that swaps, and the reader of its calls; null for any other call of it. */
export type StellarContract = {
  address: string
  method: string
  read: (args: readonly StellarValue[]) => StellarSwap | null
}

type StellarExchange = {
  contracts: readonly StellarContract[]
  /** Contracts that these pass the swap on to, other than the sold token. */
  inner?: readonly string[]
  /** Swaps by the chain's own order books as well. */
  paths?: true
}

const [leastSeconds, mostSeconds] = [30n, 2n * 3_600n]

/** The form of an exchange on Stellar that is paid by one call, or by one path payment. */
export function stellarForm(provider: string, exchange: StellarExchange): ForeignForm {
  const { contracts, paths } = exchange
  const read = (
    bytes: Uint8Array,
    tokens: readonly string[],
    nowSeconds: bigint | null,
  ): DecodedForeign => {
    const transaction = readEnvelope(provider, bytes)
    const { source, fee, maxTime, operation } = transaction
    const tokenOf = (contract: string): string =>
      tokens.find((token) => isClassicAsset(token) && assetContract(token) === contract) ?? contract
    const common = { payer: source, networkFee: fee }
    if (operation.kind === 'path') {
      if (paths !== true) throw unsafeForeign(provider, 'E8', 'pays along a path')
      checkTime(provider, [maxTime], nowSeconds)
      const { sendAsset, sendAmount, destination, destAsset, destMin } = operation
      return {
        ...common,
        method: `${provider} ${pathPayment}`,
        target: pathPayment,
        recipient: destination,
        srcToken: sendAsset,
        dstToken: destAsset,
        srcAmount: sendAmount,
        minOut: destMin,
        notes: notesOf(destAsset),
      }
    }
    const { call, auth } = operation
    const swap = readSwap(provider, contracts, call)
    const { account, srcContract, dstContract, srcAmount, minOut, deadline } = swap
    if (account !== source) throw unsafeForeign(provider, 'E8', 'swaps for another account')
    checkTime(provider, deadline === null ? [maxTime] : [maxTime, deadline], nowSeconds)
    checkPermissions(provider, call, auth, swap, exchange.inner ?? [])
    const dstToken = tokenOf(dstContract)
    return {
      ...common,
      method: `${provider} ${call.method}`,
      target: call.contract,
      recipient: account,
      srcToken: tokenOf(srcContract),
      dstToken,
      srcAmount,
      minOut,
      notes: notesOf(dstToken),
    }
  }

  return {
    blockchain: 'STELLAR',
    targets: [...contracts.map(({ address }) => address), ...(paths === true ? [pathPayment] : [])],
    decode: async (transaction, { srcToken, dstToken }, { now }) => {
      if (transaction.kind !== 'stellar') throw unsafeForeign(provider, 'E8', 'cannot be read')
      const bytes = Buffer.from(transaction.data, 'base64')
      if (bytes.toString('base64') !== transaction.data) {
        throw unsafeForeign(provider, 'E8', 'cannot be read')
      }
      const seconds = BigInt(Math.floor(now() / 1000))
      return read(bytes, [srcToken.address, dstToken.address], seconds)
    },
    status: async (ref, context) => {
      const hash = (ref.srcTxHash ?? '').toLowerCase()
      if (!/^[0-9a-f]{64}$/.test(hash)) return unknownYet()
      const terms = readForeignTerms(ref.providerState)
      // Anyone can pay along order books: a payment is this provider's if it built it.
      if (terms === null && paths === true) return unknownYet()
      const mined = await readStellarMined(hash, context)
      if (mined === null) return unknownYet('STELLAR does not know this transaction.')
      const tokens =
        terms === null
          ? builtInTokens('STELLAR').map(({ address }) => address)
          : [terms.srcToken, terms.dstToken]
      let decoded: DecodedForeign
      try {
        decoded = read(mined.bytes, tokens, null)
      } catch (thrown) {
        if (thrown instanceof SwaprouteError) return notOurs()
        throw thrown
      }
      const { failed } = mined
      const gainOf = failed ? () => 0n : await readStellarGains(hash, context)
      const received = gainOf(decoded.recipient, decoded.dstToken)
      return foreignEnd(ref, decoded, { hash, failed, isFinal: true, received })
    },
  }
}

function readEnvelope(provider: string, bytes: Uint8Array): StellarTransaction {
  try {
    return readStellarTransaction(bytes)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw unsafeForeign(provider, 'E8', 'cannot be read', thrown)
  }
}

function readSwap(
  provider: string,
  contracts: readonly StellarContract[],
  { contract, method, args }: StellarCall,
): StellarSwap {
  const known = contracts.find(({ address }) => address === contract)
  if (known === undefined) throw unsafeForeign(provider, 'E2', `calls ${contract}`)
  const swap = known.method === method ? known.read(args) : null
  if (swap === null) throw unsafeForeign(provider, 'E8', 'uses a method this program does not know')
  return swap
}

/** The earliest of the times, 0 for unlimited, lies in the near future; null: it is mined. */
function checkTime(provider: string, moments: readonly bigint[], nowSeconds: bigint | null): void {
  if (nowSeconds === null) return
  const ends = moments.filter((moment) => moment > 0n).map((moment) => moment - nowSeconds)
  const isNear = ends.some((left) => left <= mostSeconds)
  if (isNear && ends.every((left) => left >= leastSeconds)) return
  throw unsafeForeign(provider, 'E8', 'is not valid for the minutes that a swap takes')
}

/**
 * What the payer permits is this call, the calls that pass it on, and transfers of the sold
 * token that are no more than the amount: a pool could otherwise take every other permitted amount.
 * They go to the called contract, or to pools where it hands the swap on, never to an account.
 */
function checkPermissions(
  provider: string,
  call: StellarCall,
  auth: readonly StellarPermission[],
  { account, srcContract, srcAmount }: StellarSwap,
  inner: readonly string[],
): void {
  let moved = 0n
  const check = ({ call: one, inside }: StellarPermission): void => {
    if (one.contract === srcContract) {
      const [from, to, amount, ...others] = one.args
      const isTransfer =
        one.method === 'transfer' &&
        from?.kind === 'address' &&
        from.text === account &&
        to?.kind === 'address' &&
        (inner.length === 0 ? to.text === call.contract : to.text.startsWith('C')) &&
        amount?.kind === 'number' &&
        amount.type === 'i128' &&
        amount.value >= 0n &&
        others.length + inside.length === 0
      if (!isTransfer)
        throw unsafeForeign(provider, 'E8', `permits ${one.method} of the sold token`)
      moved += amount.value
      return
    }
    if (!inner.includes(one.contract)) {
      throw unsafeForeign(provider, 'E8', `permits a call of ${one.contract}`)
    }
    if (!/^swap(?:_|$)/.test(one.method)) {
      throw unsafeForeign(provider, 'E8', `permits ${one.method} of ${one.contract}`)
    }
    inside.forEach(check)
  }
  if (auth.length > 1) throw unsafeForeign(provider, 'E8', 'permits more than one call')
  for (const { call: root, inside } of auth) {
    if (!Buffer.from(root.bytes).equals(Buffer.from(call.bytes))) {
      throw unsafeForeign(provider, 'E8', 'permits another call')
    }
    inside.forEach(check)
  }
  if (moved > srcAmount) throw unsafeForeign(provider, 'E5', 'permits to take more than it swaps')
}

function notesOf(dstToken: string): string[] {
  if (dstToken === nativeToken('STELLAR').address) return []
  const [code = ''] = dstToken.split(':')
  return [`The receiving account has to trust ${code} of this issuer already.`]
}

/** An address by the name services use, `native` for the coin. */
export function stellarAddressOf(name: string): string {
  return name === 'native' ? nativeToken('STELLAR').address : name
}
