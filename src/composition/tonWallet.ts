import { join } from 'node:path'
import inspector from 'node:inspector'
import { isSameTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import type { WalletTools } from '../commands/frame/services.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { TonTools } from '../execution/context.ts'
import { packageRoot } from '../sandbox/packages.ts'
import type { KeySource } from '../wallet/keys.ts'
import type { PasswordSources } from '../wallet/passwords.ts'
import { tonNetworkIds } from '../wallet/realm.ts'
import type { TonSigner } from '../wallet/types.ts'
import { proofOf } from '../providers/types.ts'
import { once } from './run.ts'
import type { Network, Run } from './types.ts'

/**
 * TON as the execution needs it; costs nothing until the first call. `keyOf` finds the key of an
 * address among the user's accounts.
 */
export function tonTools(
  run: Run,
  { world, providers }: Network,
  keyOf: (address: string) => Promise<KeySource>,
): TonTools {
  const { signal, io } = run.host
  const access = once(async () => {
    const { createTonAccess } = await import('../wallet/ton.ts')
    return createTonAccess({ ton: world.ton, signal })
  })
  return {
    networkId: tonNetworkIds[run.config.sandbox ? 'sandbox' : 'live'],
    hasOwnClock: run.config.sandbox,
    ownerOf: async (wallet) => {
      const source = await keyOf(wallet).catch(keyUnavailableAsNull)
      if (source === null || source.publicKey === null) return null
      const { address, walletVersion } = source.account
      if (address === null || !isSameTonAddress(address, wallet)) return null
      return walletVersion === undefined ? null : { walletVersion, publicKey: source.publicKey }
    },
    access: {
      readWallet: async (...given) => (await access()).readWallet(...given),
      readBalance: async (...given) => (await access()).readBalance(...given),
      readJettonWallet: async (...given) => (await access()).readJettonWallet(...given),
      simulate: async (...given) => (await access()).simulate(...given),
      broadcast: async (...given) => (await access()).broadcast(...given),
      findTransaction: async (...given) => (await access()).findTransaction(...given),
      findStored: async (...given) => (await access()).findStored(...given),
      readTransaction: async (...given) => (await access()).readTransaction(...given),
      readTrace: async (...given) => (await access()).readTrace(...given),
      readTraceOf: async (...given) => (await access()).readTraceOf(...given),
    },
    decodeMessage: async (id, message, swap) => {
      const { http, rpc, ton, chains } = world
      const chainId = (blockchain: BlockchainId): number | null =>
        chains.settings(blockchain).chainId
      const context = { http, rpc, ton, chainId, now: io.now, signal }
      return (
        (await proofOf(await providers.adapterOf(id), 'ton')?.decode(message, swap, context)) ??
        null
      )
    },
  }
}

function keyUnavailableAsNull(thrown: unknown): null {
  if (thrown instanceof SwaprouteError && thrown.code === 'KEY_UNAVAILABLE') return null
  throw thrown
}

/** The signer of a TON wallet, in a process of its own; see `openSigner`. */
export async function openTonSigner(
  run: Run,
  source: KeySource,
  passwords: PasswordSources,
  address: string,
): Promise<TonSigner> {
  const { account } = source
  if (account.address !== null && !isSameTonAddress(account.address, address)) {
    throw new SwaprouteError('KEY_UNAVAILABLE', `${account.name} is not the account ${address}.`, {
      hint: `Name the account of ${address} with --account.`,
    })
  }
  const { createTonSigner } = await import('../wallet/tonSigner.ts')
  const signer = await createTonSigner({
    entry: join(packageRoot(), 'dist', 'signer.js'),
    secret: await source.unlock(passwords),
    expectedAddress: address,
    realm: source.realm,
    runtime: {
      nodeOptions: run.host.io.env['NODE_OPTIONS'],
      execArgv: process.execArgv,
      inspectorUrl: inspector.url(),
    },
  })
  run.onClose(() => signer.close())
  return signer
}

/** The coin from the node, all jettons from the index; shown, never decided by. */
export async function tonBalances(run: Run, owner: string): ReturnType<WalletTools['balances']> {
  const { ton } = (await run.network()).world
  const { signal } = run.host
  const [state, jettons] = await Promise.all([
    ton.accountState(owner, { signal }),
    ton.jettonBalances(owner, { signal }),
  ])
  const held = new Map(jettons.map(({ master, amount }) => [master, amount]))
  return run
    .tokens()
    .ofChain('TON')
    .map((token) => ({
      token,
      amount: token.native ? state.balance : (held.get(toRawTonAddress(token.address) ?? '') ?? 0n),
    }))
}
