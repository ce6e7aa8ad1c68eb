import { blockchainName } from '../../core/blockchainNames.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Assets } from '../frame/services.ts'
import type { Config } from '../frame/config.ts'
import { isReceiverName } from '../frame/settings.ts'

/**
 * Refuses a book name that could be mistaken for a chain or for another name with similar letters.
 * Names are plain ASCII, so other scripts cannot imitate them.
 * @throws SwaprouteError INVALID_ARGUMENT
 */
export function refuseName(
  name: string,
  names: readonly string[],
  chains: readonly string[],
): void {
  if (!isReceiverName(name)) {
    throw refusal(
      `"${name.slice(0, 40)}" cannot be a name.`,
      'Use 2 to 24 letters, digits, - and _, beginning with a letter.',
    )
  }
  if (chains.some((chain) => chain.toLowerCase() === name)) {
    throw refusal(`${name} is a chain.`, 'Choose another name for the receiver.')
  }
  const similar = names.find((other) => other !== name && skeleton(other) === skeleton(name))
  if (similar === undefined) return
  throw refusal(
    `${name} looks like ${similar}, which is already in the book.`,
    'Choose a clearer name.',
  )
}

/** The name with similar letters and digits made equal. */
function skeleton(name: string): string {
  return name
    .replaceAll(/[-_]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('2', 'z')
}

/**
 * The address of a name in the book and the chain it was added for: the chain itself, or another
 * one with the same kind of addresses.
 * Null if the text is not a name in the book.
 * @throws SwaprouteError INVALID_ADDRESS if the name has no address for the chain
 */
export function addressInBook(
  text: string,
  blockchain: BlockchainId,
  { receivers }: Pick<Config, 'receivers'>,
  assets: Assets,
): { address: string; blockchain: BlockchainId } | null {
  const entry = receivers[text.toLowerCase()]
  if (entry === undefined) return null
  const exact = entry[blockchain]
  if (exact !== undefined) return { address: exact, blockchain }
  const other = assets
    .chains()
    .find(({ id }) => entry[id] !== undefined && assets.sameAddressKind(id, blockchain))
  const address = other === undefined ? undefined : entry[other.id]
  if (other !== undefined && address !== undefined) return { address, blockchain: other.id }
  throw new SwaprouteError(
    'INVALID_ADDRESS',
    `${text} has no address on ${blockchainName(blockchain)} in the book.`,
    {
      hint: `The book has ${Object.keys(entry).join(', ')}. Add one with \`swaproute book add\`.`,
      context: { blockchain },
    },
  )
}

function refusal(message: string, hint: string): SwaprouteError {
  return new SwaprouteError('INVALID_ARGUMENT', message, { hint })
}
