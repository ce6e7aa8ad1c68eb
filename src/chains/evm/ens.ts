import { namehash, normalize } from 'viem/ens'
import { SwaprouteError } from '../../core/errors.ts'
import { decodeValues, encodeMethod } from './codec.ts'
import { isEvmAddress } from './hex.ts'

/** The registry of ENS on Ethereum. https://docs.ens.domains/learn/deployments (2026-11) */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
/** `OffchainLookup(...)` of EIP-3668: the resolver refers to a server. */
const offchainLookup = '0x556f1830'
const noAddress = `0x${'0'.repeat(40)}`

/** One `eth_call` on Ethereum; `data` null: it reverted, with `revert` if the node returns it. */
export type EnsCall = (
  to: string,
  data: string,
) => Promise<{ data: string | null; revert: string | null }>

/**
 * The address a name of ENS has on an EVM chain.
 *
 * Ethereum: its address record. Another chain: the record of that chain (ENSIP-11), else the default
 * record of all EVM chains (ENSIP-19), else the address on Ethereum, unless it is a contract:
 * the key of a plain account holds it on every chain, while a contract wallet may have another
 * owner there, or no owner.
 *
 * Names are read from the chain alone. A resolver that refers to a server (EIP-3668) and one
 * of a parent name (ENSIP-10) are refused.
 *
 * @param chainId EIP-155 id of the chain that receives
 * @param isContract whether an address has code on Ethereum
 * @throws SwaprouteError INVALID_ADDRESS
 */
export async function resolveEnsName(
  name: string,
  chainId: number,
  call: EnsCall,
  isContract: (address: string) => Promise<boolean>,
): Promise<string> {
  const node = namehash(normalized(name))
  const found = await call(registry, encodeMethod('function resolver(bytes32)', [node]))
  const resolver = addressIn(found.data)
  if (resolver === null) {
    throw refusal(name, 'has no record on Ethereum', 'Check the name, or give the address itself.')
  }
  const read = async (data: string): Promise<string | null> => {
    const answer = await call(resolver, data)
    if (answer.revert?.startsWith(offchainLookup) === true) {
      throw refusal(
        name,
        'is stored on a server, which could return any address',
        'Give the address itself.',
      )
    }
    return answer.data
  }
  for (const coinType of chainId === 1 ? [] : [evmCoinType(chainId), evmCoinType(0)]) {
    const data = encodeMethod('function addr(bytes32, uint256)', [node, coinType])
    const address = bytesAddressIn(await read(data))
    if (address !== null) return address
  }
  const address = addressIn(await read(encodeMethod('function addr(bytes32)', [node])))
  if (address === null) {
    throw refusal(name, 'has no address', 'Check the name, or give the address itself.')
  }
  if (chainId !== 1 && (await isContract(address))) {
    throw refusal(
      name,
      'is a contract on Ethereum, and names no address for this chain',
      'Ask the receiver for an address on this chain.',
    )
  }
  return address
}

/** ENSIP-11; id 0 is the default record of ENSIP-19. */
function evmCoinType(chainId: number): bigint {
  return 0x8000_0000n | BigInt(chainId)
}

/** ENSIP-15: refuses what mixes scripts, and letters without a meaning. */
function normalized(name: string): string {
  try {
    return normalize(name)
  } catch (cause) {
    throw new SwaprouteError('INVALID_ADDRESS', 'This is not a valid ENS name.', {
      hint: 'It may contain letters that only resemble the usual ones. Enter the address itself.',
      cause,
    })
  }
}

function addressIn(data: string | null): string | null {
  const [address] = data === null ? [] : (decodeValues('address', data) ?? [])
  return typeof address === 'string' && address !== noAddress ? address : null
}

/** Other chains' records are bytes; of an EVM chain they are the 20 of an address. */
function bytesAddressIn(data: string | null): string | null {
  const [bytes] = data === null ? [] : (decodeValues('bytes', data) ?? [])
  return typeof bytes === 'string' && isEvmAddress(bytes) && bytes !== noAddress ? bytes : null
}

function refusal(name: string, why: string, hint: string): SwaprouteError {
  return new SwaprouteError('INVALID_ADDRESS', `${name.slice(0, 80)} ${why}.`, { hint })
}
