import { encodeFunctionData, isAddress } from 'viem'
import { SwaprouteError } from '../../src/core/errors.ts'
import { zeroAddress } from '../../src/core/token.ts'
import { sandboxKey } from './accounts.ts'
import { readOwnArtifacts } from './artifacts.ts'
import type { ChainNode } from './chainNode.ts'
import { setUpGasPrice } from './place.ts'
import { callText, toHex, waitForReceipt } from './rpc.ts'
import { bankAddress } from './chains.ts'
import { tokensOf } from './seed/tokens.ts'

/** Play money for an address: `token` is an address or symbol of the chain's list or `native`. */
export type FundRequest = { address: string; blockchain: string; token: string; amount: bigint }

const deliveryGas = 500_000n

/**
 * Pays out play money: native coins are added to the balance, tokens minted by the bank.
 * @throws SwaprouteError INVALID_ADDRESS, or UNKNOWN_TOKEN for what the sandbox chain lacks
 */
export async function fund(node: ChainNode, request: FundRequest): Promise<void> {
  const { rpc, chain } = node
  if (!isAddress(request.address, { strict: false })) {
    throw new SwaprouteError('INVALID_ADDRESS', `"${request.address}" is not an EVM address.`)
  }
  const wanted = request.token.toLowerCase()
  const token = tokensOf(chain.blockchain).find(
    (row) =>
      row.address.toLowerCase() === wanted ||
      row.symbol.toLowerCase() === wanted ||
      (row.native && wanted === 'native'),
  )
  if (token === undefined) {
    throw new SwaprouteError(
      'UNKNOWN_TOKEN',
      `The sandbox has no token "${request.token}" on ${chain.blockchain}.`,
      { hint: 'Run `swaproute tokens --sandbox` for the tokens it has.' },
    )
  }
  if (token.native || token.address === zeroAddress) {
    const balance = BigInt(await callText(rpc, 'eth_getBalance', [request.address, 'latest']))
    await rpc.call('anvil_setBalance', [request.address, toHex(balance + request.amount)])
  } else {
    await deliver(node, request.address, token.address, request.amount)
  }
  await node.save()
}

async function deliver(node: ChainNode, to: string, token: string, amount: bigint): Promise<void> {
  const { rpc } = node
  const operator = sandboxKey('operator').address
  const { abi } = (await readOwnArtifacts()).SandboxBank
  const data = encodeFunctionData({
    abi,
    functionName: 'deliver',
    args: [to.toLowerCase(), [token], [amount]],
  })
  await rpc.call('anvil_impersonateAccount', [operator])
  try {
    const call = {
      from: operator,
      to: bankAddress,
      data,
      gas: toHex(deliveryGas),
      gasPrice: setUpGasPrice,
    }
    const hash = await callText(rpc, 'eth_sendTransaction', [call])
    if ((await rpc.call('anvil_getAutomine')) !== true) await rpc.call('evm_mine')
    const receipt = await waitForReceipt(rpc, hash)
    if (receipt['status'] !== '0x1') throw new Error(`the bank refused: ${JSON.stringify(receipt)}`)
  } finally {
    await rpc.call('anvil_stopImpersonatingAccount', [operator])
  }
}
