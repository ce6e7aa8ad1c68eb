import { toQuantity } from '../chains/evm/hex.ts'
import * as z from 'zod/mini'
import { isSameAddress } from '../core/token.ts'
import { foreignReason } from '../core/foreignReason.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'
import { wireAddress, wireHex } from '../http/wire.ts'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { verifySigned } from './decodeTransaction.ts'
import { type Realm, checkRealm } from './realm.ts'
import type { EvmPlan, EvmSigner } from './types.ts'

// A program on this machine that has the keys and signs after asking its user: clef, or any with
// `eth_signTransaction`. Programs that only sign and send in one step (Frame, MetaMask) cannot be
// used: the signed bytes have to be in the journal before a node sees them (docs/safety.md 3).
// https://geth.ethereum.org/docs/clef/apis and
// https://ethereum.github.io/execution-apis/api/methods/eth_signTransaction (read 2026-11)

/** Its user reads the transaction and may type a password. */
export const answerLimitMs = 240_000

const methodNotFound = -32_601

/** Clef has names of its own; all others use those of a node. */
const namespaces = {
  clef: { list: 'account_list', sign: 'account_signTransaction' },
  node: { list: 'eth_accounts', sign: 'eth_signTransaction' },
} as const

export type ExternalSigner = {
  /** Host and port. */
  host: string
  /** Checksummed addresses whose transactions it signs. */
  addresses: readonly string[]
  /**
   * @throws SwaprouteError UNSAFE_ROUTE (E1, E13), KEY_UNAVAILABLE if it refuses or is unreachable
   */
  signerOf(address: string, realm: Realm): EvmSigner
}

/**
 * The address of `--signer`: http on this machine, since anyone who can reach a signer can use it.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function readSignerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isHere = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url !== null && isHere && /^https?:$/.test(url.protocol)) return url.href
  throw new SwaprouteError('INVALID_ARGUMENT', '--signer is not an address on this machine.', {
    hint: 'Give the one the signer listens on, for example http://127.0.0.1:8550 for clef.',
  })
}

/**
 * Asks the signer for its accounts.
 * @param url as `readSignerUrl` returns it, a base of `http`
 * @throws SwaprouteError KEY_UNAVAILABLE
 */
export async function connectSigner(
  url: string,
  http: Pick<HttpClient, 'send'>,
  signal: AbortSignal,
): Promise<ExternalSigner> {
  const { host } = new URL(url)
  const ask = async (method: string, params: readonly unknown[]): Promise<Answer> => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    try {
      // Sent once: a repeated request would show its user the same transaction twice.
      const response = await http.send({
        method: 'POST',
        url,
        body,
        effect: 'order',
        signal,
        limitMs: answerLimitMs,
      })
      const answer = z.safeParse(answerWire, response.body)
      if (answer.success) return answer.data
      return { error: { code: response.status, message: 'not an answer of JSON-RPC' } }
    } catch (thrown) {
      throw gone(host, thrown)
    }
  }

  const ownList = await ask(namespaces.clef.list, [])
  const isClef = ownList.error?.code !== methodNotFound && !isUnknown(ownList)
  const names = isClef ? namespaces.clef : namespaces.node
  const list = isClef ? ownList : await ask(names.list, [])
  if (list.error !== undefined) throw refused(host, list.error.message)
  const addresses = z.safeParse(z.array(wireAddress), list.result)
  if (!addresses.success) throw refused(host, 'its list of accounts has an unknown form')

  return {
    host,
    addresses: addresses.data.map(toChecksumAddress),
    signerOf: (address, realm) => ({
      address,
      async sign(plan) {
        // A copy: the later comparison uses what was sent, even if the object changes since.
        const frozen = structuredClone(plan)
        checkRealm(realm, frozen.chainId)
        if (!isSameAddress(frozen.from, address)) throw otherAccount(frozen.from, address)
        const answer = await ask(names.sign, [wireTransaction(frozen)])
        if (answer.error !== undefined) {
          throw answer.error.code === methodNotFound || isUnknown(answer)
            ? cannotSign(host)
            : refused(host, answer.error.message)
        }
        const signed = z.safeParse(signedWire, answer.result)
        if (!signed.success) throw refused(host, 'its signature has an unknown form')
        const raw = typeof signed.data === 'string' ? signed.data : signed.data.raw
        const decoded = unchanged(raw, frozen)
        return { raw, hash: decoded.hash, decoded }
      },
      close: async () => undefined,
    }),
  }
}

const answerWire = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), message: z.string() })),
})

type Answer = z.output<typeof answerWire>

/** Some answer with the bytes, clef and geth with `{ raw, tx }`. */
const signedWire = z.union([wireHex, z.object({ raw: wireHex })])

/** Whether the method is missing; some servers do not use the standard's error code. */
function isUnknown({ error }: Answer): boolean {
  const words = /not (found|supported|available|exist)|unknown method|unsupported/i
  return error !== undefined && words.test(error.message)
}

function wireTransaction(plan: EvmPlan): Record<string, string> {
  const { fees } = plan
  const price =
    fees.type === 'legacy'
      ? { gasPrice: toQuantity(fees.gasPrice) }
      : {
          maxFeePerGas: toQuantity(fees.maxFeePerGas),
          maxPriorityFeePerGas: toQuantity(fees.maxPriorityFeePerGas),
        }
  return {
    // Clef refuses a sender whose checksum is missing or wrong only in its list of warnings.
    from: toChecksumAddress(plan.from),
    to: toChecksumAddress(plan.to),
    data: plan.data,
    value: toQuantity(plan.value),
    gas: toQuantity(plan.gasLimit),
    nonce: toQuantity(BigInt(plan.nonce)),
    chainId: toQuantity(BigInt(plan.chainId)),
    ...price,
  }
}

/** Signers let users change fees and nonces; only the plan shown here is sent. */
function unchanged(raw: string, plan: EvmPlan): ReturnType<typeof verifySigned> {
  try {
    return verifySigned(raw, plan)
  } catch (thrown) {
    const { code, context } = toSwaprouteError(thrown)
    if (code !== 'UNSAFE_ROUTE') throw thrown
    const field = String(context['field'])
    throw new SwaprouteError(
      'UNSAFE_ROUTE',
      `The signer signed a different transaction than shown (${field}); it was not sent.`,
      {
        hint: 'Confirm the transaction in the signer without changing its fee or nonce.',
        context,
        cause: thrown,
      },
    )
  }
}

function otherAccount(planned: string, signer: string): SwaprouteError {
  return new SwaprouteError('UNSAFE_ROUTE', 'The transaction belongs to a different account.', {
    context: { check: 'E13', field: 'from', planned, signer },
  })
}

function cannotSign(host: string): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The signer at ${host} cannot sign without sending (no eth_signTransaction).`,
    {
      hint: 'Use clef or another signer that supports it; Frame and browser wallets do not.',
    },
  )
}

function refused(host: string, message: string): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The signer at ${host} refused: "${foreignReason(message)}".`,
    { hint: 'Confirm the request in the signer, then try again.' },
  )
}

function gone(host: string, thrown: unknown): SwaprouteError {
  const { code } = toSwaprouteError(thrown)
  if (code === 'INTERRUPTED') return toSwaprouteError(thrown)
  const message =
    code === 'TIMED_OUT'
      ? `The signer at ${host} did not answer within ${answerLimitMs / 60_000} minutes.`
      : `The signer at ${host} cannot be reached.`
  return new SwaprouteError('KEY_UNAVAILABLE', message, {
    hint: 'Start it, check the address of --signer, and confirm its request.',
    cause: thrown,
  })
}
