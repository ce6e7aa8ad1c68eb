/**
 * Executes quoted routes on the local chains and reads the balances itself. Every execution starts
 * from the same state: nothing else moves a pool between quote and payment.
 */
import { createWalletClient, erc20Abi, http, parseEther, toHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainClient } from './pools.mjs'
import { askBest, buildRoute } from './program.mjs'

/** It holds a thousand million dollars of every token of a sandbox chain. */
const treasury = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const coins = parseEther('100000000')
const receiptMs = 30_000

/**
 * @param trades of one chain: source, destination, amount and size in US dollars
 * @returns one row each: quoted, least and arrived in base units, gas; or the reason of a failure
 */
export async function executeTrades({ url, service, account, blockchain }, trades) {
  const client = chainClient(url)
  const signer = privateKeyToAccount(account.privateKey)
  const chain = { id: await client.getChainId(), name: blockchain, nativeCurrency, rpcUrls }
  const wallet = createWalletClient({ account: signer, chain, transport: http(url) })
  const usualGasPrice = await client.getGasPrice()
  const start = await client.request({ method: 'evm_snapshot' })
  try {
    await fund(client, signer.address, trades)
    const rows = []
    for (const [place, trade] of trades.entries()) {
      // Each its own: a node does not take a transaction again that it has seen before going back.
      const gasPrice = 10n * usualGasPrice + BigInt(place)
      const before = await client.request({ method: 'evm_snapshot' })
      rows.push(await execute({ client, wallet, gasPrice, service, blockchain }, trade))
      await client.request({ method: 'evm_revert', params: [before] })
    }
    return rows
  } finally {
    await client.request({ method: 'evm_revert', params: [start] })
  }
}

const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const rpcUrls = { default: { http: [] } }

async function execute({ client, wallet, gasPrice, service, blockchain }, asked) {
  const payer = wallet.account.address
  const trade = { ...asked, blockchain, payer }
  const { source, destination, amount } = trade
  const { best } = await askBest(service, trade)
  if (best === null) return { ...asked, provider: '', failed: 'no route' }
  const row = { ...asked, provider: best.provider, quoted: best.output, least: best.least }
  try {
    const call = await buildRoute(service, trade, best.id)
    const send = async (request) => {
      const hash = await wallet.sendTransaction({ ...request, gasPrice })
      const receipt = await client.waitForTransactionReceipt({ hash, timeout: receiptMs })
      if (receipt.status !== 'success') throw new Error(`${hash} reverted`)
      return receipt
    }
    if (source.address !== zeroAddress) {
      const hash = await wallet.writeContract({
        address: source.address,
        abi: erc20Abi,
        functionName: 'approve',
        args: [call.approvalAddress, amount],
        gasPrice,
      })
      await client.waitForTransactionReceipt({ hash, timeout: receiptMs })
    }
    const balances = () =>
      Promise.all([source, destination].map((token) => balanceOf(client, token, payer)))
    const [paidBefore, heldBefore] = await balances()
    const receipt = await send({ to: call.to, data: call.data, value: BigInt(call.value) })
    const [paidAfter, heldAfter] = await balances()
    const gasCost = receipt.gasUsed * receipt.effectiveGasPrice
    /** @returns {bigint} */
    const costOf = (token) => (token.address === zeroAddress ? gasCost : 0n)
    return {
      ...row,
      paid: paidBefore - paidAfter - costOf(source),
      arrived: heldAfter - heldBefore + costOf(destination),
      gasUsed: receipt.gasUsed,
      gasLimit: best.gasLimit,
    }
  } catch (thrown) {
    return { ...row, failed: String(thrown.shortMessage ?? thrown.message).split('\n')[0] }
  }
}

/** @returns {Promise<bigint>} */
function balanceOf(client, { address }, owner) {
  return address === zeroAddress
    ? client.getBalance({ address: owner })
    : client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

async function fund(client, address, trades) {
  const most = new Map()
  for (const { source, amount } of trades) {
    if (amount > (most.get(source.address) ?? 0n)) most.set(source.address, amount)
  }
  const setBalance = (owner) =>
    client.request({ method: 'anvil_setBalance', params: [owner, toHex(coins)] })
  await setBalance(address)
  await setBalance(treasury)
  await client.request({ method: 'anvil_impersonateAccount', params: [treasury] })
  const wallet = createWalletClient({ account: treasury, transport: http(client.transport.url) })
  for (const [token, amount] of most) {
    if (token === zeroAddress) continue
    const hash = await wallet.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [address, amount],
      chain: null,
    })
    await client.waitForTransactionReceipt({ hash, timeout: receiptMs })
  }
  await client.request({ method: 'anvil_stopImpersonatingAccount', params: [treasury] })
}
