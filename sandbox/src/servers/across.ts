import type { Hono } from 'hono'
import type { ChainNode } from '../chainNode.ts'
import { findSandboxChainById, sandboxChains, type SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { usdText } from '../seed/prices.ts'
import { tokensOf } from '../seed/tokens.ts'
import {
  acrossError,
  invalidParam,
  readApprovalRequest,
  readPair,
  availableRoutes,
} from './acrossRequest.ts'
import { quoteLimits, quoteSwap } from './acrossQuote.ts'
import { depositByHash, depositById, readStatus } from './acrossStatus.ts'
import { createServer, type LoopbackEnv } from './server.ts'

/**
 * The Across API on loopback, with the real one's paths, fields and errors:
 * https://docs.across.to/reference/api-reference and
 * https://github.com/across-protocol/frontend api/ (read 2026-11). Its base URL ends in `/api`.
 */
export function createAcrossServer(
  nodes: Map<SandboxBlockchain, ChainNode>,
  faults: FaultBoard,
): Hono<LoopbackEnv> {
  const broken = 'Unexpected error occurred. Please try again later or contact support.'
  const app = createServer('across', faults, {
    path: '/api',
    unauthorized: acrossError(401, undefined, 'Unauthorized').body,
    broken: acrossError(500, 'UNEXPECTED_ERROR', broken).body,
  })
  const nodeById = (chainId: number): ChainNode | null => {
    const chain = findSandboxChainById(chainId)
    return chain === undefined ? null : (nodes.get(chain.blockchain) ?? null)
  }
  const needNode = (chainId: number): ChainNode => {
    const node = nodeById(chainId)
    if (node === null) throw invalidParam('chainId', `Unsupported chain id ${chainId}`)
    return node
  }

  app.get('/swap/approval', async (context) => {
    const request = readApprovalRequest((name) => context.req.query(name))
    if (faults.read('across', 'refuse') !== null) {
      throw acrossError(400, 'ROUTE_NOT_ENABLED', 'Route is not enabled')
    }
    const origin = needNode(request.from.chain.chainId)
    const destination = needNode(request.to.chain.chainId)
    return context.json(await quoteSwap(request, { origin, destination, faults }))
  })

  app.get('/limits', async (context) => {
    const { from, to } = readPair((name) => context.req.query(name))
    return context.json(await quoteLimits(from, to, needNode(to.chain.chainId)))
  })

  app.get('/deposit/status', async (context) => {
    const { depositTxnRef, depositTxHash, originChainId, depositId } = context.req.query()
    const hash = depositTxnRef ?? depositTxHash
    const all = [...nodes.values()]
    const isNumbered = /^\d+$/.test(originChainId ?? '') && /^\d+$/.test(depositId ?? '')
    if (hash === undefined && !isNumbered) {
      const message = 'Provide depositTxnRef, or originChainId and depositId'
      return context.json({ error: 'IncorrectQueryParamsException', message }, 400)
    }
    const deposit =
      hash === undefined
        ? await depositById(all, Number(originChainId), BigInt(depositId ?? 0))
        : await depositByHash(all, hash)
    if (deposit === null || faults.read('across', 'status-missing') !== null) {
      const message = 'Deposit not found given the provided constraints'
      return context.json({ error: 'DepositNotFoundException', message }, 404)
    }
    return context.json(await readStatus(deposit, nodeById, faults))
  })

  app.get('/available-routes', (context) => context.json(filterRoutes(context.req.query())))

  app.get('/swap/chains', (context) =>
    context.json(
      sandboxChains.map(({ blockchain, chainId }) => ({
        chainId,
        name: `Sandbox ${blockchain}`,
        publicRpcUrl: `http://127.0.0.1:${needNode(chainId).port}`,
        explorerUrl: '',
        logoUrl: '',
      })),
    ),
  )

  app.get('/swap/tokens', (context) =>
    context.json(
      sandboxChains.flatMap(({ blockchain, chainId }) =>
        tokensOf(blockchain).map((token) => ({
          chainId,
          address: token.address,
          name: token.name,
          symbol: token.symbol,
          decimals: token.decimals,
          logoUrl: '',
          priceUsd: usdText(10n ** BigInt(token.decimals), token),
        })),
      ),
    ),
  )
  return app
}

function filterRoutes(query: Record<string, string>): Record<string, unknown>[] {
  const keys = ['originChainId', 'destinationChainId', 'originToken', 'destinationToken']
  return availableRoutes().filter((route) =>
    keys.every((key) => {
      const wanted = query[key]
      return wanted === undefined || String(route[key]).toLowerCase() === wanted.toLowerCase()
    }),
  )
}
