import { parseTonAddress } from '../../chains/addresses/ton.ts'
import { toRawTonAddress } from '../../chains/ton/address.ts'
import type { TonMessage } from '../../core/transaction.ts'
import type { TonOutMessage } from '../../wallet/types.ts'
import { unsafe } from '../checks/unsafe.ts'

/**
 * A message of a route as the wallet sends it. Contracts give back what they cannot use; wallets
 * that do not exist yet must not.
 * @throws SwaprouteError UNSAFE_ROUTE (T2)
 */
export function toOutMessage({ address, amount, payload, stateInit }: TonMessage): TonOutMessage {
  const to = toRawTonAddress(address)
  if (to === null) throw unsafe('T2', `A message goes to ${address}, which is no address of TON.`)
  const bounce = parseTonAddress(address)?.bounceable ?? true
  return { to, value: amount, bounce, payload, stateInit }
}
