import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import { serviceUrl } from '../../providers/callCase.ts'
import { type Body, type Exchange, play, refOf } from '../../providers/depositSupport.ts'
import type { ForeignCase, MinedAs, Scene } from '../../providers/foreignCase.ts'
import { builtForeign } from '../support/foreignSwaps.ts'
import type { Liar, Lie } from './lies.ts'

/** What a node returns in place of an answer. */
const nonsense: readonly (readonly [string, unknown])[] = [
  ['nothing', null],
  ['an empty object', {}],
  ['a list', []],
  ['a text', 'SUCCESS'],
  ['a number', 1],
  ['true', true],
  ['an error inside', { error: { code: -32000, message: 'internal' } }],
  ['a success in words', { status: 'SUCCESS', success: true, result: 'SUCCESS' }],
]
const failures = ['TIMED_OUT', 'CHAIN_UNAVAILABLE', 'RATE_LIMITED', 'UPSTREAM_FAILED'] as const

/** Lies of the chain's nodes about a swap that another wallet sent: no service is asked for it. */
export async function foreignLiar(name: string, it: ForeignCase): Promise<Liar> {
  const { provider, id, quote, made, transaction } = await builtForeign(it)
  const { request, mined } = it
  const receiver = request.receiver ?? request.fromAddress
  const amount = quote.dstAmount
  const own = { srcTxHash: mined.hash, receiver }
  const ask = ({ exchanges, chains }: Scene, more: Partial<SwapRef> = {}): Promise<SwapStatus> => {
    const { context } = play(serviceUrl, exchanges, chains)
    return provider.status(id, refOf(quote, made, { ...own, ...more }), context)
  }
  const honest = (how: MinedAs = {}): Scene => mined.as(transaction, { received: amount, ...how })
  /** What an honest status does not ask for cannot lie. */
  const unaskedOf = async ({ exchanges, chains }: Scene): Promise<string[]> => {
    const tape = play(serviceUrl, exchanges, chains)
    await provider.status(id, refOf(quote, made, own), tape.context)
    return tape.unused()
  }
  const lie = (what: string, scene: Scene, more: Partial<SwapRef> = {}): Lie => ({
    name: what,
    ask: () => ask(scene, more),
  })
  const state = made.providerState as Body
  const unasked = await unaskedOf(honest())
  const parts = partsOf(honest(), unasked)
  const lies: Lie[] = [
    // Each answer alone, and then all of them, say something else.
    ...nonsense.flatMap(([what, told]) => [
      ...parts.map((part, index) => lie(`${what} as answer ${index}`, part(told))),
      lie(`${what} as every answer`, everywhere(honest(), told)),
    ]),
    ...failures.map((code) =>
      lie(`${code}`, everywhere(honest(), new SwaprouteError(code, 'It did not answer.'))),
    ),
    lie('a transaction that the chain does not know', mined.unknown),
    lie('no hash', honest(), { srcTxHash: null }),
    lie('a hash of another form', honest(), { srcTxHash: 'soon' }),
    lie('an empty hash', honest(), { srcTxHash: '' }),
    lie('a hash that is cut', honest(), { srcTxHash: mined.hash.slice(0, 10) }),
    lie('nothing received', honest({ received: 0n })),
    lie('dust received', honest({ received: 1n })),
    lie('half received', honest({ received: amount / 2n })),
    lie('a hundredth received', honest({ received: amount / 100n })),
    lie('a swap of another amount', honest(), { providerState: { ...state, srcAmount: '1' } }),
    lie('a swap of another token', honest(), {
      providerState: { ...state, dstToken: request.srcToken.address },
    }),
    lie('a swap with a larger minimum', honest(), {
      providerState: { ...state, minOut: String(10n ** 30n) },
    }),
    ...(it.finalAtOnce === true
      ? []
      : [
          lie('a block that may be dropped', honest({ young: true })),
          lie('a failure in a block that may be dropped', honest({ young: true, failed: true })),
        ]),
  ]
  const truths: Liar['truths'] = [
    { name: 'paid', word: 'SUCCESS', ask: () => ask(honest()) },
    { name: 'failed', word: 'FAIL', ask: () => ask(honest({ failed: true })) },
  ]
  return { name, lies, truths }
}

/** Scenes with one of the answers replaced. */
function partsOf(
  { exchanges, chains = {} }: Scene,
  unasked: readonly string[],
): ((told: unknown) => Scene)[] {
  const keys = Object.keys(chains.rpc ?? {})
  return [
    ...exchanges.flatMap(({ method = 'GET', path }, index) =>
      unasked.includes(`${method} ${path}`)
        ? []
        : [
            (told: unknown): Scene => ({
              exchanges: exchanges.map((one, at) => (at === index ? saying(one, told) : one)),
              chains,
            }),
          ],
    ),
    ...keys.map((key) => (told: unknown): Scene => ({
      exchanges,
      chains: { ...chains, rpc: { ...chains.rpc, [key]: told } },
    })),
  ]
}

function everywhere({ exchanges, chains = {} }: Scene, told: unknown): Scene {
  const rpc = Object.fromEntries(Object.keys(chains.rpc ?? {}).map((key) => [key, told]))
  return { exchanges: exchanges.map((one) => saying(one, told)), chains: { ...chains, rpc } }
}

function saying(exchange: Exchange, told: unknown): Exchange {
  if (told instanceof SwaprouteError) return { ...exchange, fails: told }
  return { ...exchange, body: told as Body }
}
