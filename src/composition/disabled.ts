import { checkAddress } from '../chains/addresses.ts'
import { type Chain, chainById, findChain, isEvmChain } from '../chains/chains.ts'
import { toRawTonAddress } from '../chains/ton/address.ts'
import type { Config } from '../commands/frame/config.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { PlanContext } from '../execution/context.ts'

/**
 * The user's own list of what must not be paid (S6), ready to be asked.
 * @throws SwaprouteError CONFIG_INVALID for a chain or address that cannot be
 */
export function readDisabled({
  disabled,
}: Pick<Config, 'disabled'>): NonNullable<PlanContext['disabled']> {
  const providers = new Set(disabled.providers)
  const contracts = new Set(disabled.contracts.map(contractKey))
  return {
    isProvider: (id) => providers.has(id),
    isContract: (blockchain, address) => contracts.has(keyOf(chainById(blockchain), address)),
  }
}

function contractKey(text: string): string {
  const colon = text.indexOf(':')
  try {
    const chain = findChain(text.slice(0, colon))
    return keyOf(chain, checkAddress(chain, text.slice(colon + 1)).address)
  } catch (cause) {
    if (!(cause instanceof SwaprouteError)) throw cause
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `disabledContracts has "${text.slice(0, 140)}": ${cause.message}`,
      { hint: 'Write <chain>:<address>, for example eth:0x… with its checksum.', cause },
    )
  }
}

/** One text for every spelling of a contract. */
function keyOf(chain: Chain, address: string): string {
  const spelling = isEvmChain(chain)
    ? address.toLowerCase()
    : chain.addressFormat === 'ton'
      ? (toRawTonAddress(address) ?? address)
      : address
  return `${chain.id}:${spelling}`
}
