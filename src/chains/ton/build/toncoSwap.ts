import { Address, beginCell } from '@ton/core'
import { showTonAddress } from '../address.ts'
import type { TonMessage } from '../../../core/transaction.ts'

// The messages of TONCO's own library, without loading it. Loaded where a swap is built, and not for
// a quote.
// https://github.com/cryptoalgebra/tonco-sdk PoolMessageManager (read 2026-11)

const jettonTransfer = 0x0f8a7ea5
const ptonTransfer = 0x01f3835d
const swapOp = 0xa7fb58f8
/** Gas of a swap, of four transfers, and the reserve for a swap over many price steps. */
const swapGas = 400_000_000n
const transfersGas = 200_000_000n
const spareGas = 100_000_000n
/** Ends of the price scale, square roots in Q96; a limit just inside them limits nothing. */
const leastPrice = 4_295_128_739n
const greatestPrice = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/** All fields of a swap's message. Addresses raw. */
export type ToncoOrder = {
  router: string
  ptonWallet: string
  /** The payer's wallet of the sold jetton; null when TON is sold. */
  offerWallet: string | null
  /** The router's own wallets of the two tokens. */
  routerWallets: { src: string; dst: string }
  units: bigint
  minUnits: bigint
  /** Pays, receives, and gets back what is not swapped. */
  owner: string
  queryId: bigint
}

/**
 * The one message of the swap.
 * @throws Error for what does not fit its field
 */
export function toncoMessage(order: ToncoOrder): TonMessage {
  const { ptonWallet, offerWallet, routerWallets, units, minUnits, owner, queryId } = order
  const ownerAddress = Address.parseRaw(owner)
  const swap = beginCell()
    .storeUint(swapOp, 32)
    .storeAddress(Address.parseRaw(routerWallets.dst))
    .storeUint(isFirst(routerWallets) ? leastPrice + 1n : greatestPrice - 1n, 160)
    .storeCoins(minUnits)
    .storeAddress(ownerAddress)
    .storeMaybeRef(null)
    .endCell()
  const body = beginCell().storeUint(offerWallet === null ? ptonTransfer : jettonTransfer, 32)
  body.storeUint(queryId, 64).storeCoins(units)
  if (offerWallet === null) body.storeAddress(ownerAddress)
  else {
    body
      .storeAddress(Address.parseRaw(order.router))
      .storeAddress(ownerAddress)
      .storeMaybeRef(null)
      .storeCoins(swapGas + spareGas)
  }
  body.storeMaybeRef(swap)
  const attached = swapGas + transfersGas
  return {
    address: showTonAddress(offerWallet ?? ptonWallet, 'contract'),
    amount: offerWallet === null ? units + attached : attached,
    payload: body.endCell().toBoc().toString('base64'),
    stateInit: null,
  }
}

/** Whether the sold token is the pool's first: the one whose wallet has the greater hash. */
function isFirst({ src, dst }: ToncoOrder['routerWallets']): boolean {
  const hashOf = (raw: string): string =>
    beginCell().storeAddress(Address.parseRaw(raw)).endCell().hash().toString('hex')
  return hashOf(src) > hashOf(dst)
}
