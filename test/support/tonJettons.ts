import { Address, beginCell, Cell, contractAddress, toNano } from '@ton/core'
import type { BlockchainTransaction } from '@ton/sandbox'
import jettons from '../../sandbox/src/contracts/ton/jettons.json' with { type: 'json' }
import type { TonWorld } from './tonWorld.ts'

/** A jetton with the real contracts; addresses raw. */
export type TestJetton = {
  master: string
  mint(owner: string, amount: bigint): Promise<void>
  /** The same without taking it into the lists: the caller does. */
  mintQuietly(owner: string, amount: bigint): Promise<readonly BlockchainTransaction[]>
  walletOf(owner: string): Promise<string>
  balanceOf(owner: string): Promise<bigint>
}

// Messages of TEP-74 and of its authors' minter:
// https://github.com/ton-blockchain/minter-contract contracts/jetton-minter.fc (read 2026-11).
const opcodes = { mint: 21, internalTransfer: 0x178d4519 } as const
const { TonJettonMinter, TonJettonWallet } = jettons.contracts

export async function deployJetton(world: TonWorld, seed: number): Promise<TestJetton> {
  const admin = await world.chain.treasury(`jetton ${seed}`)
  const content = beginCell().storeUint(seed, 32).endCell()
  const data = beginCell()
    .storeCoins(0)
    .storeAddress(admin.address)
    .storeRef(content)
    .storeRef(Cell.fromBase64(TonJettonWallet.code))
    .endCell()
  const init = { code: Cell.fromBase64(TonJettonMinter.code), data }
  const master = contractAddress(0, init)
  world.record((await admin.send({ to: master, value: toNano('1'), init })).transactions)
  const walletOf = async (owner: string): Promise<Address> => {
    const slice = beginCell().storeAddress(Address.parse(owner)).endCell()
    const { stackReader } = await world.chain.runGetMethod(master, 'get_wallet_address', [
      { type: 'slice', cell: slice },
    ])
    return stackReader.readAddress()
  }
  const mintQuietly: TestJetton['mintQuietly'] = async (owner, amount) => {
    const transfer = beginCell()
      .storeUint(opcodes.internalTransfer, 32)
      .storeUint(0, 64)
      .storeCoins(amount)
      .storeAddress(master)
      .storeAddress(null)
      .storeCoins(0)
      .storeMaybeRef(null)
      .endCell()
    const body = beginCell()
      .storeUint(opcodes.mint, 32)
      .storeUint(0, 64)
      .storeAddress(Address.parse(owner))
      .storeCoins(toNano('0.02'))
      .storeRef(transfer)
      .endCell()
    return (await admin.send({ to: master, value: toNano('0.2'), body })).transactions
  }
  return {
    master: master.toRawString(),
    mint: async (owner, amount) => world.record(await mintQuietly(owner, amount)),
    mintQuietly,
    walletOf: async (owner) => (await walletOf(owner)).toRawString(),
    balanceOf: async (owner) => {
      const wallet = await walletOf(owner)
      const contract = await world.chain.getContract(wallet)
      if (contract.accountState?.type !== 'active') return 0n
      const { stackReader } = await world.chain.runGetMethod(wallet, 'get_wallet_data')
      return stackReader.readBigNumber()
    },
  }
}
