import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { accountNames, sandboxKey } from '../accounts.ts'
import type { ChainNode } from '../chainNode.ts'
import { asHex, callText, waitForReceipt } from '../rpc.ts'
import { nonceOf } from '../sender.ts'
import type { TonPayer } from '../ton/types.ts'
import { transferData } from './evmLedger.ts'
import type { LocalPayment } from './pay.ts'

const gasLimit = 200_000n

/** Pays from an account of the sandbox by a plain transfer; a memo goes along as its data. */
export function createEvmPayment(node: ChainNode): LocalPayment {
  const pay: LocalPayment = async ({ order, amount, memo, from }) => {
    const { coin, key } = { coin: order.from, key: accountOf(from ?? 'alice') }
    const account = privateKeyToAccount(key.privateKey)
    const gasPrice = BigInt(await callText(node.rpc, 'eth_gasPrice'))
    const data: Hex = memo === null ? '0x' : `0x${Buffer.from(memo, 'utf8').toString('hex')}`
    const call = coin.native
      ? { to: asHex(order.depositAddress), value: amount, data }
      : { to: asHex(coin.address), data: transferData(asHex(order.depositAddress), amount) }
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: node.chain.chainId,
      nonce: await nonceOf(node, account.address, 'pending'),
      gas: gasLimit,
      maxFeePerGas: gasPrice * 2n,
      maxPriorityFeePerGas: 0n,
      ...call,
    })
    const hash = await callText(node.rpc, 'eth_sendRawTransaction', [raw])
    const receipt = await waitForReceipt(node.rpc, hash)
    if (receipt['status'] === '0x1') return { hash, from: account.address }
    throw new SwaprouteError('NOT_ENOUGH_BALANCE', 'The payment failed on its chain.', {
      hint: 'Give the account play money with `swaproute sandbox fund`.',
    })
  }
  // One after the other, so that no two take the same number of an account.
  let queue: Promise<unknown> = Promise.resolve()
  return (payment) => {
    const turn = queue.then(() => pay(payment))
    queue = turn.catch(() => undefined)
    return turn
  }
}

/** Pays on TON from the sandbox's own money. */
export function createTonPayment(payer: TonPayer): LocalPayment {
  return async ({ order, amount, memo, from }) => {
    if (from !== null) {
      throw new SwaprouteError('INVALID_ARGUMENT', 'On TON the sandbox pays itself.', {
        hint: 'Leave --from out, or pay from an account with `swaproute swap`.',
      })
    }
    const { depositAddress, from: coin } = order
    const { hash } = coin.native
      ? await payer.payTon(depositAddress, amount, memo)
      : await payer.payJetton(coin.address, depositAddress, amount, memo)
    return { hash, from: 'sandbox' }
  }
}

function accountOf(name: string) {
  const known = accountNames.find((one) => one === name.toLowerCase())
  if (known !== undefined) return sandboxKey(known)
  throw new SwaprouteError('INVALID_ARGUMENT', `The sandbox has no account "${name}".`, {
    hint: `It has ${accountNames.join(', ')}.`,
  })
}
