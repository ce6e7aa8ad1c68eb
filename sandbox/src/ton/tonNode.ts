import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { buildCell } from './builder.ts'
import { SwaprouteError, toSwaprouteError } from '../../../src/core/errors.ts'
import type { SandboxProviderInfo } from '../../../src/core/sandboxPackage.ts'
import type { FaultBoard } from '../faults.ts'
import type { FundRequest } from '../funding.ts'
import { listen, type LoopbackServer } from '../servers/server.ts'
import { raw, tonAddresses, sandboxJettons, tonCoin } from './addresses.ts'
import { readTonCodes } from './codes.ts'
import { createExchange } from './exchange.ts'
import { createTonServer, tonPaths } from './http/server.ts'
import { createOnFinality, createTonApi } from './http/witnesses.ts'
import { removeTonState } from './journal.ts'
import { createPayer } from './payer.ts'
import { openTonChain, type TonChain } from './tonChain.ts'
import { internalMessage, minterAddress } from './treasury.ts'
import type { TonServices } from './types.ts'

/** The TON chain and its server. The chain itself is loaded with the first thing asked of it. */
export type TonNode = TonServices & {
  rpcUrl: string
  /** Base address of the server as a provider: versions 2 and 3 lie under it. */
  baseUrl: string
  /** Other hosts that show the same chain. */
  witnesses: SandboxProviderInfo[]
  port: number
  /**
   * Adds play money.
   * @throws SwaprouteError
   */
  fund(request: FundRequest): Promise<void>
  /** A fault that happens at once; others are read from the board. */
  happen(fault: string, value: number): Promise<void>
  /** Faults are over: delayed messages are included. */
  release(): Promise<void>
  reset(): Promise<void>
  close(): Promise<void>
}

export type TonNodeOptions = {
  stateDir: string
  /** Port to reuse if it is free. */
  preferredPort: number | null
  faults: FaultBoard
  log: (line: string) => void
}

/** Coins that a mint takes along: for the new wallet and its storage. */
const mintCoins = 100_000_000n
const mintForwardCoins = 50_000_000n
const mintOp = 21

/**
 * Starts the server, which costs nothing;
 * @throws Error when no port can be had
 */
export async function startTonNode(options: TonNodeOptions): Promise<TonNode> {
  const { stateDir, faults, log } = options
  const codes = await readTonCodes()
  const places = tonAddresses(codes)
  let opening: Promise<TonChain> | null = null
  const chain = (): Promise<TonChain> => {
    opening ??= openTonChain({ stateDir, codes, faults, log }).catch((thrown: unknown) => {
      opening = null // the packages may be there the next time
      log(`TON: ${toSwaprouteError(thrown).message}`)
      throw thrown
    })
    return opening
  }
  const app = createTonServer({ chain, codes, faults })
  const server = await listenOn(app, options.preferredPort)
  const onFinality = await listen(createOnFinality({ chain, faults }))
  const tonApi = await listen(createTonApi({ chain, faults }))
  const mint = async (master: string, owner: string, amount: bigint): Promise<void> => {
    const inner = buildCell()
      .uint(0x178d4519, 32)
      .uint(0, 64)
      .coins(amount)
      .address(null)
      .address(null)
      .coins(0n)
      .bit(false)
      .cell()
    const body = buildCell()
      .uint(mintOp, 32)
      .uint(0, 64)
      .address(owner)
      .coins(mintForwardCoins)
      .ref(inner)
      .cell()
    const message = internalMessage(minterAddress, master, mintCoins, body)
    const { entries } = await (await chain()).inject(message)
    const wallet = places.jettonWallet(master, owner)
    if (!entries.some(({ account }) => account === wallet)) throw new Error('the mint failed')
  }

  return {
    rpcUrl: server.url + tonPaths.jsonRpc,
    baseUrl: server.url + tonPaths.base,
    witnesses: [
      { id: 'onfinality', url: `${onFinality.url}/public` },
      { id: 'tonapi', url: tonApi.url },
    ],
    port: Number(new URL(server.url).port),
    exchange: createExchange(chain, places),
    payer: createPayer(chain, places, codes, log),
    jettonWalletOf: (master, owner) =>
      showTonAddress(places.jettonWallet(master, owner), 'contract'),
    async fund({ address, token, amount }) {
      const owner = raw(address)
      const wanted = token.toLowerCase()
      const coin = tonCoin()
      if ([coin.address, coin.symbol.toLowerCase(), 'native'].includes(wanted)) {
        const found = await chain()
        return found.setBalance(owner, found.state.view(owner).balance + amount)
      }
      const jetton = sandboxJettons().find(
        (row) => row.address === token || row.symbol.toLowerCase() === wanted,
      )
      if (jetton !== undefined) return mint(raw(jetton.address), owner, amount)
      throw new SwaprouteError('UNKNOWN_TOKEN', `The sandbox has no token "${token}" on TON.`, {
        hint: 'Run `swaproute tokens --sandbox` for the tokens it has.',
      })
    },
    async happen(fault, value) {
      if (fault !== 'advance') throw new Error(`unknown fault ${fault}`)
      await (await chain()).advance(value)
    },
    release: async () => (await opening)?.release(),
    async reset() {
      const opened = await opening
      if (opened === null) removeTonState(stateDir)
      else await opened.reset()
    },
    async close() {
      await Promise.all([server, onFinality, tonApi].map((one) => one.close()))
      ;(await opening)?.close()
    },
  }
}

/** A free port may be taken by now; then another one is used. */
async function listenOn(
  app: Parameters<typeof listen>[0],
  preferredPort: number | null,
): Promise<LoopbackServer> {
  if (preferredPort === null) return listen(app)
  try {
    return await listen(app, preferredPort)
  } catch {
    return listen(app)
  }
}
