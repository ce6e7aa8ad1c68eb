import { showTonAddress, toRawTonAddress } from '../../chains/ton/address.ts'
import { readBoc } from '../../chains/ton/boc.ts'
import { jettonOps, readJettonTransfer } from '../../chains/ton/jettons.ts'
import type { TonChainMessage } from '../../core/tonChain.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { TonCenter } from '../../http/toncenterTypes.ts'
import { walletFacts } from '../tonContracts.ts'
import type { TonSource } from '../tonSource.ts'
import type { ChainPayment, ChainTransaction } from './transaction.ts'

/**
 * What the wallet of a payment sent.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readOnTon(
  { transactionHash, account, transaction }: TonSource,
  source: { ton: TonCenter; signal: AbortSignal },
): Promise<ChainTransaction> {
  const { outMessages, compute, action, aborted, emulated, atSeconds } = transaction
  const isFailed = aborted || compute?.success === false || action?.success === false
  const payments = isFailed
    ? []
    : await Promise.all(outMessages.map((message) => toPayment(message, account, source)))
  return {
    blockchain: 'TON',
    hash: transactionHash,
    state: emulated ? 'waiting' : isFailed ? 'failed' : 'done',
    atMs: atSeconds * 1000,
    sender: showTonAddress(account, 'wallet'),
    touched: outMessages.flatMap(({ destination }) => destination ?? []),
    payments,
    kind: { is: outMessages.every(isPlain) ? 'transfer' : 'call' },
  }
}

/** Coins with no body or a comment, which begins with a zero. */
function isPlain({ opcode, body }: TonChainMessage): boolean {
  return body === null || opcode === null || opcode === 0
}

async function toPayment(
  message: TonChainMessage,
  account: string,
  source: { ton: TonCenter; signal: AbortSignal },
): Promise<ChainPayment> {
  const { destination, value, opcode, body } = message
  const from = showTonAddress(account, 'wallet')
  const to = destination === null ? null : showTonAddress(destination, 'contract')
  const coins = { token: null, amount: value, from, to }
  if (opcode !== jettonOps.transfer || body === null || destination === null) return coins
  const transfer = readTransfer(body)
  if (transfer === null) return coins
  const facts = await walletFacts(destination, source).catch((thrown: unknown) => {
    if (thrown instanceof SwaprouteError && !source.signal.aborted) return null
    throw thrown
  })
  if (facts === null || facts.owner !== toRawTonAddress(account)) return coins
  return {
    token: showTonAddress(facts.master, 'contract'),
    amount: transfer.amount,
    from,
    to: showTonAddress(transfer.destination, 'contract'),
  }
}

function readTransfer(body: string): { destination: string; amount: bigint } | null {
  try {
    return readJettonTransfer(readBoc(body))
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}
