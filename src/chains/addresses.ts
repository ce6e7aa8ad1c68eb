import type { BlockchainId } from '../core/blockchainIds.ts'
import { blockchainName } from '../core/blockchainNames.ts'
import { SwaprouteError } from '../core/errors.ts'
import { addressKinds } from './addresses/kinds.ts'
import { receiverFault, type ReceiverOptions } from './addresses/receivers.ts'
import { type AcceptedAddress, isAccepted } from './addresses/result.ts'
import { mayBeSecret } from './addresses/secrets.ts'
import { takesTestForms } from './addresses/testForms.ts'
import { canonicalTokenAddress, tokenShape } from './addresses/tokenForms.ts'
import { type Chain, chainById } from './chains.ts'
import { quoted } from './text.ts'

/** An address that fits its chain in format, network and checksum (docs/safety.md A1 to A3). */
export type CheckedAddress = {
  /** The canonical form: what is sent, stored and compared. */
  address: string
  /** Clauses a person should read before paying, for example that a checksum was missing. */
  notes: readonly string[]
  /** Tag or memo that the address itself carries (XRP X-address, STELLAR muxed); null otherwise. */
  memo: string | null
}

// Longer than any address of any chain; the decoders take quadratic time.
const maxLength = 512

/** Chains whose addresses are recognised when given for another chain, most certain first. */
const recognisedChains: readonly BlockchainId[] = [
  'ETH',
  'BITCOIN',
  'TRON',
  'TON',
  'LITECOIN',
  'DOGECOIN',
  'BITCOIN_CASH',
  'DASH',
  'ZCASH',
  'RIPPLE',
  'STELLAR',
  'CARDANO',
  'POLKADOT',
  'KUSAMA',
  'ASTAR',
  'POLYX',
  'COSMOS',
  'OSMOSIS',
  'KAVA_COSMOS',
  'SECRET',
  'THOR_CHAIN',
  'TERRA',
  'BAND_PROTOCOL',
  'ALGORAND',
  'TEZOS',
  'MONERO',
  'FILECOIN',
  'STACKS',
  'NANO',
  'MULTIVERS_X',
  'ZILLIQA',
  'E_CASH',
  'DECRED',
  'DIGI_BYTE',
  'RAVENCOIN',
  'QTUM',
  'BITCOIN_GOLD',
  'FIRO',
  'HORIZEN',
  'STRATIS',
  'WAVES',
  'NEO',
  'MINA_PROTOCOL',
  'NEM',
  'SYMBOL',
  'ICON',
  'ARDOR',
  'FIO_PROTOCOL',
  'CASPER',
  'HEDERA',
  'SOLANA',
  'SUI',
]

/**
 * Checks an address against the rules of its chain and converts it to the form to send.
 * @throws SwaprouteError INVALID_ADDRESS with the reason; a text that may be a private key is never
 * repeated
 */
export function checkAddress(chain: Chain, text: string): CheckedAddress {
  return toChecked(acceptedAddress(chain, text))
}

/**
 * `checkAddress`, which also refuses addresses that must never receive a payment: zero, burn,
 * system and sample addresses, token and exchange contracts, near-copies of known addresses
 * (docs/safety.md A4, A6).
 * @throws SwaprouteError INVALID_ADDRESS
 */
export function checkReceiver(
  chain: Chain,
  text: string,
  options: ReceiverOptions = {},
): CheckedAddress {
  const accepted = acceptedAddress(chain, text)
  const fault = receiverFault(chain, accepted, options)
  if (fault === null) return toChecked(accepted)
  throw new SwaprouteError('INVALID_ADDRESS', `${accepted.address} ${fault}.`, {
    hint: 'Use the address of a wallet that the receiver controls.',
    context: { blockchain: chain.id, address: accepted.address },
  })
}

/**
 * A token's address in the contract's spelling: checksum form on EVM chains, padded type path on
 * SUI, bounceable form on TON; every usual spelling of the native coin becomes the chain's own
 * (service-facts section 10; `0xEeee…EEeE` is accepted and never sent).
 * @throws SwaprouteError INVALID_ADDRESS
 */
export function checkTokenAddress(chain: Chain, text: string): string {
  const result =
    text.length > maxLength ? { refused: 'it is too long' } : canonicalTokenAddress(chain, text)
  if (typeof result === 'string') return result
  throw new SwaprouteError(
    'INVALID_ADDRESS',
    `${shown(text)} is not a valid ${chain.name} token address: ${result.refused}.`,
    {
      hint: `${chain.name} token addresses are ${tokenShape(chain)}; for the native coin, use \`native\`.`,
      context: { blockchain: chain.id, reason: result.refused },
    },
  )
}

/**
 * Whether a text has the shape of an address or type path of any chain. Such a text is never read
 * as a symbol; token lists allow symbols of at most 20 characters.
 */
export function looksLikeAddress(text: string): boolean {
  if (text.length > 20) return true
  if (/^0x[0-9a-fA-F]{4,}$/i.test(text)) return true
  if (text.includes('::') || text.includes('/')) return true
  if (/^\d+\.\d+\.\d+$/.test(text)) return true
  return /^[a-z0-9_.-]+\.(near|testnet|tg)$/.test(text)
}

/** The chain's test network, where addresses distinguish the two; null elsewhere. */
export function testFormOf(chain: Chain): Chain | null {
  const { testAddressParams } = chain
  return testAddressParams === null ? null : { ...chain, addressParams: testAddressParams }
}

function acceptedAddress(chain: Chain, text: string): AcceptedAddress {
  const kind = addressKinds[chain.addressFormat]
  const spelling = spellingFault(text)
  const check = spelling === null ? kind.check(text, chain) : { refused: spelling }
  if (isAccepted(check)) return check
  const test = takesTestForms() && spelling === null ? testFormOf(chain) : null
  const testCheck = test === null ? check : kind.check(text, test)
  if (isAccepted(testCheck)) return testCheck
  throw refusal(chain, text, check.refused)
}

function spellingFault(text: string): string | null {
  if (text === '') return 'it is empty'
  if (/\s/.test(text)) return 'it contains a space'
  if (/[^\x21-\x7e]/.test(text)) return 'it contains a character that no address has'
  return text.length > maxLength ? 'it is too long' : null
}

function refusal(chain: Chain, text: string, reason: string): SwaprouteError {
  const shape = addressKinds[chain.addressFormat].shape(chain)
  const other = mayBeSecret(text) ? null : otherNetwork(chain, text)
  const again = 'Copy the whole address and compare both ends.'
  const [message, hint] =
    other === null
      ? [
          `${shown(text)} is not a valid ${chain.name} address: ${reason}.`,
          `${chain.name} addresses are ${shape}. ${again}`,
        ]
      : [
          `${shown(text)} looks like an address of ${blockchainName(other)}; ${chain.name} needs ${shape}.`,
          again,
        ]
  return new SwaprouteError('INVALID_ADDRESS', message, {
    hint,
    context: { blockchain: chain.id, reason, ...(other === null ? {} : { looksLike: other }) },
  })
}

function shown(text: string): string {
  return mayBeSecret(text) ? 'The text (not repeated here: it may be a private key)' : quoted(text)
}

function otherNetwork(chain: Chain, text: string): BlockchainId | null {
  if (spellingFault(text) !== null) return null
  for (const id of recognisedChains) {
    const other = chainById(id)
    if (other.addressFormat === chain.addressFormat && id === chain.id) continue
    if (isAccepted(addressKinds[other.addressFormat].check(text, other))) return id
  }
  return null
}

function toChecked({ address, notes, memo }: AcceptedAddress): CheckedAddress {
  return { address, notes, memo }
}
