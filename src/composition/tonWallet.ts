import { join } from 'node:path'
import inspector from 'node:inspector'
import { isSameTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import type { WalletTools } from '../commands/frame/services.ts'
import { SwaprouteError } from '../core/errors.ts'
import { packageRoot } from '../sandbox/packages.ts'
import type { KeySource } from '../wallet/keys.ts'
import type { PasswordSources } from '../wallet/passwords.ts'
import { tonNetworkIds } from '../wallet/realm.ts'
import { createTonAccess } from '../wallet/ton.ts'
import type { TonAccess, TonSigner } from '../wallet/types.ts'
import type { Run } from './types.ts'

/** Reads and broadcasts on TON for this run, and the id of the network it is on. */
export async function tonAccess(run: Run): Promise<TonAccess> {
  const { ton } = (await run.network()).world
  return createTonAccess({ ton, signal: run.host.signal })
}

export function tonNetworkId({ config }: Pick<Run, 'config'>): number {
  return tonNetworkIds[config.sandbox ? 'sandbox' : 'live']
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
