import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyPair, mnemonicToPrivateKey } from '@ton/crypto'
import {
  Address,
  beginCell,
  type Cell,
  external,
  type MessageRelaxed,
  SendMode,
  storeMessage,
  TonClient,
  WalletContractV4,
  WalletContractV5R1,
} from '@ton/ton'
import { createHttpClient } from '../../../src/http/client.ts'
import { createTonCenter } from '../../../src/http/toncenter.ts'
import type { TonCenter } from '../../../src/http/toncenterTypes.ts'
import { tonAccounts } from '../../../sandbox/src/accounts.ts'
import { createFaultBoard, type FaultBoard } from '../../../sandbox/src/faults.ts'
import { startTonNode, type TonNode } from '../../../sandbox/src/ton/tonNode.ts'
import { tonNetworkIds } from '../../../src/wallet/realm.ts'

/** The TON chain of the sandbox alone, in this process. */
export type TonSandbox = {
  node: TonNode
  faults: FaultBoard
  stateDir: string
  close(): Promise<void>
}

export async function startTonSandbox(
  stateDir: string = mkdtempSync(join(tmpdir(), 'swaproute-ton-')),
): Promise<TonSandbox> {
  const faults = createFaultBoard()
  const node = await startTonNode({ stateDir, preferredPort: null, faults, log: () => undefined })
  return {
    node,
    faults,
    stateDir,
    close: async () => {
      await node.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** The vendor's own client, as anybody would make it. */
export function vendorClient({ rpcUrl }: TonNode): TonClient {
  return new TonClient({ endpoint: rpcUrl })
}

/** Ours. */
export function ownClient({ baseUrl }: TonNode): TonCenter {
  return createTonCenter({
    http: createHttpClient({ bases: [baseUrl] }),
    baseUrl,
    apiKey: null,
  })
}

/** A user's wallet through the vendor's library. */
export type VendorWallet = {
  address: Address
  getSeqno(): Promise<number>
  /** Signs as every wallet program does; the body of a message from outside. */
  createTransfer(order: TransferOrder): Promise<Cell>
  init: { code: Cell; data: Cell }
}

type TransferOrder = {
  seqno: number
  messages: MessageRelaxed[]
  secretKey: Buffer
  sendMode: number
  timeout?: number
}

/** Its key comes out of the phrase that users are shown. */
export async function vendorWallet(
  client: TonClient,
  name: 'alice' | 'bob',
): Promise<{ wallet: VendorWallet; address: Address; key: KeyPair }> {
  const account = tonAccounts.find((row) => row.name === name)
  if (account === undefined) throw new Error(`no account ${name}`)
  const key = await mnemonicToPrivateKey(account.phrase.split(' '))
  const wallet = account.walletVersion === 'v5r1' ? openV5(client, key) : openV4(client, key)
  const address = Address.parse(account.address)
  if (!wallet.address.equals(address)) throw new Error('the vendor makes another address')
  return { wallet, address, key }
}

function openV5(client: TonClient, { publicKey }: KeyPair): VendorWallet {
  const contract = WalletContractV5R1.create({
    publicKey,
    walletId: {
      networkGlobalId: tonNetworkIds.sandbox,
      context: { workchain: 0, walletVersion: 'v5r1', subwalletNumber: 0 },
    },
  })
  return {
    address: contract.address,
    init: contract.init,
    getSeqno: () => client.open(contract).getSeqno(),
    createTransfer: async (order) => contract.createTransfer(order),
  }
}

function openV4(client: TonClient, { publicKey }: KeyPair): VendorWallet {
  const contract = WalletContractV4.create({ workchain: 0, publicKey })
  return {
    address: contract.address,
    init: contract.init,
    getSeqno: () => client.open(contract).getSeqno(),
    createTransfer: async (order) => contract.createTransfer(order),
  }
}

export type TonPayerWallet = Awaited<ReturnType<typeof vendorWallet>>

/** Signs as every wallet program does; the message in base64, not sent yet. */
export async function signed(
  client: TonClient,
  { wallet, key }: TonPayerWallet,
  messages: MessageRelaxed[],
  seqno: number,
  timeout?: number,
): Promise<string> {
  const order = {
    seqno,
    messages,
    secretKey: key.secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
    ...(timeout === undefined ? {} : { timeout }),
  }
  const body = await wallet.createTransfer(order)
  const isNew = !(await client.isContractDeployed(wallet.address))
  const message = external({ to: wallet.address, body, init: isNew ? wallet.init : null })
  return beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64')
}

/** The node's own words, which our client cuts short. */
export async function offered(
  { baseUrl }: TonNode,
  boc: string,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${baseUrl}/v2/sendBoc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ boc }),
  })
  return { status: answer.status, text: await answer.text() }
}
