/** A signer as clef or a node with keys of its own: JSON-RPC over HTTP on this machine. */
import { createServer } from 'node:http'
import { type Hex, hexToBigInt, hexToNumber, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)])
const transactionOf = z.strictObject({
  from: hex,
  to: hex,
  data: hex,
  value: hex,
  gas: hex,
  nonce: hex,
  chainId: hex,
  maxFeePerGas: hex.optional(),
  maxPriorityFeePerGas: hex.optional(),
  gasPrice: hex.optional(),
})
const requestOf = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()),
})

export type SignerServer = {
  url: string
  /** Methods in the order they were asked. */
  asked: string[]
  stop(): Promise<void>
}

export type SignerKind = {
  /** Clef has methods of its own, others those of a node; Frame passes signing on to a node. */
  kind?: 'clef' | 'node' | 'bytes' | 'frame'
  keys: readonly Hex[]
  /** What its user changes before signing. */
  change?: (transaction: TransactionSerializable) => object
  /** The key that signs, whatever was asked for. */
  signsWith?: Hex
  refuses?: string
}

const unknownMethod = (method: string) => ({
  error: { code: -32_601, message: `the method ${method} does not exist/is not available` },
})

export async function startSigner(options: SignerKind): Promise<SignerServer> {
  const { kind = 'clef', keys, change = () => ({}), signsWith, refuses } = options
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const names =
    kind === 'clef'
      ? { list: 'account_list', sign: 'account_signTransaction' }
      : { list: 'eth_accounts', sign: 'eth_signTransaction' }
  const asked: string[] = []

  const answer = async (method: string, params: readonly unknown[]): Promise<object> => {
    if (method === names.list) return { result: accounts.map(({ address }) => address) }
    if (method !== names.sign) return unknownMethod(method)
    if (kind === 'frame') {
      return { error: { code: -32_000, message: 'Method eth_signTransaction not supported.' } }
    }
    if (refuses !== undefined) return { error: { code: -32_000, message: refuses } }
    const wire = transactionOf.parse(params[0])
    const account = signsWith
      ? privateKeyToAccount(signsWith)
      : accounts.find(({ address }) => address.toLowerCase() === wire.from.toLowerCase())
    if (account === undefined) return { error: { code: -32_000, message: 'unknown account' } }
    const common = {
      chainId: hexToNumber(wire.chainId),
      nonce: hexToNumber(wire.nonce),
      to: wire.to,
      value: hexToBigInt(wire.value),
      data: wire.data,
      gas: hexToBigInt(wire.gas),
    }
    const { gasPrice, maxFeePerGas = '0x0', maxPriorityFeePerGas = '0x0' } = wire
    const transaction: TransactionSerializable =
      gasPrice === undefined
        ? {
            ...common,
            type: 'eip1559',
            maxFeePerGas: hexToBigInt(maxFeePerGas),
            maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas),
          }
        : { ...common, type: 'legacy', gasPrice: hexToBigInt(gasPrice) }
    const raw = await account.signTransaction({ ...transaction, ...change(transaction) })
    return { result: kind === 'bytes' ? raw : { raw, tx: wire } }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, method, params } = requestOf.parse(JSON.parse(Buffer.concat(chunks).toString()))
      asked.push(method)
      void answer(method, params).then((result) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
