import { readSolanaMessage, type SolanaMessage } from '../../../chains/solana/message.ts'
import { unsafeForeign } from '../../../chains/foreign.ts'
import type { SwapRef } from '../../../core/quote.ts'
import type { SwapStatus } from '../../../core/status.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import {
  isSolanaSignature,
  readLookupTables,
  readSolanaTransaction,
  type SolanaMined,
} from '../../../evidence/solana.ts'
import type { ProviderContext } from '../../types.ts'
import type { ForeignForm } from './form.ts'
import { readSolanaSwap, type SwapProgram, UnknownAccountError } from './solanaSwap.ts'
import { foreignEnd, notOurs, readForeignTerms, unknownYet } from './status.ts'

/** What is proved of a transaction beside its bytes; every account of the message is known. */
export type SolanaProof = (
  proved: { data: string; message: SolanaMessage; read: DecodedForeign },
  context: ProviderContext,
) => Promise<void>

/**
 * The form of an exchange that is paid by one instruction of a program.
 * @param follows `own`: only swaps sent from here, where others of the program may belong to other accounts
 */
export function solanaForm(
  provider: string,
  programs: readonly SwapProgram[],
  follows: 'all' | 'own' = 'all',
  prove?: SolanaProof,
): ForeignForm {
  const decode = async (
    data: string,
    receiver: string | null,
    context: ProviderContext,
  ): Promise<DecodedForeign> => {
    const bytes = Buffer.from(data, 'base64')
    if (bytes.toString('base64') !== data) throw unreadable(provider)
    const read = (known?: Parameters<typeof readSolanaMessage>[1]): SolanaMessage =>
      readBytes(provider, bytes, known)
    const message = read()
    if (prove === undefined) {
      try {
        return readSolanaSwap(provider, programs, message, receiver)
      } catch (thrown) {
        if (!(thrown instanceof UnknownAccountError)) throw thrown
      }
    }
    // The tables are read from the chain, never from the service.
    if (!context.rpc.has('SOLANA')) {
      if (prove === undefined) throw hidden(provider)
      throw unsafeForeign(provider, 'E10', 'cannot be simulated without a SOLANA node')
    }
    const { unknownTables } = message
    const tables = unknownTables.length > 0 ? await readLookupTables(unknownTables, context) : {}
    const known = read({ tables })
    try {
      const decoded = readSolanaSwap(provider, programs, known, receiver)
      await prove?.({ data, message: known, read: decoded }, context)
      return decoded
    } catch (thrown) {
      throw thrown instanceof UnknownAccountError ? hidden(provider) : thrown
    }
  }

  return {
    blockchain: 'SOLANA',
    targets: programs.map(({ address }) => address),
    decode: async (transaction, { receiver }, context) => {
      if (transaction.kind !== 'solana') throw unreadable(provider)
      return await decode(transaction.data, receiver, context)
    },
    status: async (ref, context) =>
      follows === 'own' && readForeignTerms(ref.providerState) === null
        ? unknownYet()
        : await readStatus(provider, programs, ref, context),
  }
}

function readBytes(
  provider: string,
  bytes: Uint8Array,
  known?: Parameters<typeof readSolanaMessage>[1],
): SolanaMessage {
  try {
    return readSolanaMessage(bytes, known)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw unreadable(provider, thrown)
  }
}

function unreadable(provider: string, cause?: unknown): SwaprouteError {
  return unsafeForeign(provider, 'E8', 'cannot be read', cause)
}

function hidden(provider: string): SwaprouteError {
  return unsafeForeign(provider, 'E8', 'uses a lookup table that cannot be read')
}

async function readStatus(
  provider: string,
  programs: readonly SwapProgram[],
  ref: SwapRef,
  context: ProviderContext,
): Promise<SwapStatus> {
  const { srcTxHash: hash } = ref
  if (hash === null || !isSolanaSignature(hash)) return unknownYet()
  const mined = await readSolanaTransaction(hash, context)
  if (mined === null) return unknownYet('SOLANA does not know this transaction.')
  const read = swapOf(provider, programs, mined, ref)
  if (read === null) return notOurs()
  const coin = nativeToken('SOLANA').address
  const isCoin = read.dstToken === coin
  return foreignEnd(ref, read, {
    hash,
    failed: mined.failed,
    isFinal: mined.isFinal,
    received: isCoin ? mined.payerGain : mined.gainOf(read.recipient, read.dstToken),
  })
}

/** Null for a transaction that is not one of this provider's swaps. */
function swapOf(
  provider: string,
  programs: readonly SwapProgram[],
  { bytes, loaded }: SolanaMined,
  { receiver }: SwapRef,
): DecodedForeign | null {
  try {
    return readSolanaSwap(provider, programs, readSolanaMessage(bytes, { loaded }), receiver)
  } catch (thrown) {
    const isOther = thrown instanceof RangeError || thrown instanceof UnknownAccountError
    if (isOther || thrown instanceof SwaprouteError) return null
    throw thrown
  }
}
