/**
 * Kills a swap at a named point or moment, resumes it, and looks at the chain and the journal
 * independently: paid once, delivered once, nothing left open (SAFETY.md I1 to I3).
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createWalletClient, erc20Abi, http, type Block, type Transaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseAmount } from '../../src/core/amounts.ts'
import { type Checkpoint, checkpoints } from '../../src/execution/checkpoints.ts'
import { replay, type SwapState } from '../../src/execution/swapState.ts'
import { openJournal } from '../../src/store/journal.ts'
import type { CliSandbox } from './cliSandbox.ts'

type Hex = `0x${string}`

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const amount = '10'
const decimals = 6
/** An allowance from before the swap, so that it has to be reset first. */
const strayAllowance = 5n
const approveSelector = '0x095ea7b3'

/** The swaps that are killed. */
export const killKinds = {
  'same-chain': {
    to: 'eth:DAI',
    provider: 'UNI_SWAP_V3',
    target: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    dstBlockchain: 'ETH',
    dstToken: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  },
  'cross-chain': {
    to: 'arb:USDC',
    provider: 'across',
    target: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
    dstBlockchain: 'ARBITRUM',
    dstToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  },
} as const satisfies Record<string, { target: Hex; dstToken: Hex } & Record<string, string>>

export type KillCase = {
  kind: keyof typeof killKinds
  /** Sandbox account that pays; a case needs it for itself. */
  account: string
  kill: { at: Checkpoint } | { afterMs: number }
  /** The ETH node reverts payments: the swap fails and its allowance is taken away. */
  reverts: boolean
}

/** `died`: the process was killed, rather than done before. No problems: everything held. */
export type KillResult = { died: boolean; stage: string; problems: string[] }

/**
 * The points a swap of this kind comes to; one on a single chain has no delivery to wait for.
 * @public the campaign bundles this file
 */
export function pointsOf(kind: KillCase['kind']): readonly Checkpoint[] {
  return checkpoints.filter((point) => kind === 'cross-chain' || point !== 'delivering')
}

/** Points only a failing payment comes to. */
export function isRevokePoint(point: Checkpoint): boolean {
  return point.startsWith('revoke_')
}

export async function runKillCase(sandbox: CliSandbox, one: KillCase): Promise<KillResult> {
  const { target } = killKinds[one.kind]
  await leaveStrayAllowance(sandbox, one.account, target)
  const before = await look(sandbox, one)
  const sinceMs = Date.now()
  const died = await swapAndDie(sandbox, one)
  const problems: string[] = []
  if (!died && 'at' in one.kill) problems.push(`the process never came to ${one.kill.at}`)

  const killed = await readSwap(sandbox, one.account, sinceMs)
  if (killed === null) {
    if (!died) problems.push('the process left no swap in the journal')
    const after = await look(sandbox, one)
    for (const what of ['nonce', 'src', 'dst', 'allowance'] as const) {
      if (after[what] === before[what]) continue
      problems.push(`without a record: ${what} ${after[what]} instead of ${before[what]}`)
    }
    return { died, stage: 'before the journal', problems }
  }
  const stage = stageOf(killed)
  const resumed = await sandbox.json([
    'resume',
    killed.swapId,
    '--sandbox',
    '--account',
    one.account,
    '--yes',
  ])
  const { data, error } = resumed.document
  const word: unknown = data?.status?.status
  const wanted = one.reverts ? { code: 7, word: 'FAIL' } : { code: 0, word: 'SUCCESS' }
  if (resumed.code !== wanted.code || word !== wanted.word) {
    problems.push(`resume ended in ${String(word)}, exit ${resumed.code}: ${JSON.stringify(error)}`)
  }
  const received = one.reverts ? 0n : BigInt(data?.received?.weiAmount ?? -1)
  problems.push(...(await judgeChain(sandbox, one, before, received)))
  const ended = await readSwap(sandbox, one.account, sinceMs)
  if (ended !== null) problems.push(...judgeJournal(ended, one))
  return { died, stage, problems }
}

/** Starts the swap; true if it was killed, false if it ended by itself. */
async function swapAndDie(sandbox: CliSandbox, one: KillCase): Promise<boolean> {
  const { to, provider } = killKinds[one.kind]
  const at = 'at' in one.kill ? { SWAPROUTE_KILL_AT: one.kill.at } : {}
  const words = ['swap', amount, 'eth:USDC', 'to', to, '--provider', provider]
  const child = sandbox.start(
    [...words, '--sandbox', '--account', one.account, '--yes', '--json'],
    {
      env: at,
    },
  )
  child.stdin?.end()
  child.stdout?.resume()
  child.stderr?.resume()
  const timer =
    'afterMs' in one.kill ? setTimeout(() => child.kill('SIGKILL'), one.kill.afterMs) : undefined
  await once(child, 'close')
  clearTimeout(timer)
  return child.signalCode === 'SIGKILL'
}

type Look = { block: bigint; nonce: number; src: bigint; dst: bigint; allowance: bigint }

async function look(sandbox: CliSandbox, { kind, account }: KillCase): Promise<Look> {
  const { target, dstBlockchain, dstToken } = killKinds[kind]
  const { address } = sandbox.account(account)
  const eth = sandbox.reader('ETH')
  // The block first: what is mined meanwhile is looked at twice rather than never.
  const block = await eth.client.getBlockNumber({ cacheTime: 0 })
  const [nonce, src, dst, allowance] = await Promise.all([
    eth.client.getTransactionCount({ address, blockTag: 'pending' }),
    sandbox.balance('ETH', usdc, address),
    sandbox.balance(dstBlockchain, dstToken, address),
    eth.allowance(usdc, address, target),
  ])
  return { block, nonce, src, dst, allowance }
}

async function judgeChain(
  sandbox: CliSandbox,
  one: KillCase,
  before: Look,
  received: bigint,
): Promise<string[]> {
  const after = await look(sandbox, one)
  const { address } = sandbox.account(one.account)
  const { target } = killKinds[one.kind]
  const problems: string[] = []
  const expectSame = (what: string, found: unknown, wanted: unknown): void => {
    if (found !== wanted) problems.push(`${what}: ${String(found)} instead of ${String(wanted)}`)
  }
  const own = await transactionsOf(sandbox, address, before.block + 1n)
  const isTo = ({ to }: Transaction, contract: Hex): boolean =>
    to?.toLowerCase() === contract.toLowerCase()
  const payments = own.filter((transaction) => isTo(transaction, target))
  const approvals = own.filter(
    (transaction) => isTo(transaction, usdc) && transaction.input.startsWith(approveSelector),
  )
  expectSame('payments', payments.length, 1)
  expectSame('other transactions', own.length - payments.length - approvals.length, 0)
  expectSame('numbers used', after.nonce - before.nonce, own.length)
  for (const { hash } of payments) {
    const { status } = await sandbox.reader('ETH').client.getTransactionReceipt({ hash })
    expectSame(`payment ${hash}`, status, one.reverts ? 'reverted' : 'success')
  }
  expectSame('paid', before.src - after.src, one.reverts ? 0n : parseAmount(amount, decimals))
  expectSame('received', after.dst - before.dst, received)
  expectSame('allowance', after.allowance, 0n)
  return problems
}

function judgeJournal(state: SwapState, { reverts }: KillCase): string[] {
  const problems: string[] = []
  const wanted = reverts ? 'failed' : 'done'
  if (state.end?.type !== wanted) problems.push(`the journal says ${state.end?.type ?? 'open'}`)
  const signed = state.attempts.filter(
    (attempt) => attempt.leg === 'pay' && attempt.signed !== null,
  )
  if (signed.length !== 1) problems.push(`the journal holds ${signed.length} signed payments`)
  const open = state.attempts.filter(({ stage }) => stage === 'signed' || stage === 'sent')
  if (open.length > 0) problems.push(`the journal leaves ${open.length} transactions open`)
  if (state.allowance !== 0n) problems.push(`the journal says ${state.allowance} is still allowed`)
  return problems
}

/** The newest swap of the account since then, as its records tell it. */
async function readSwap(
  { swapsFolder, account }: CliSandbox,
  name: string,
  sinceMs: number,
): Promise<SwapState | null> {
  if (!existsSync(join(swapsFolder, 'journal.db'))) return null
  const journal = await openJournal(swapsFolder, { now: Date.now })
  try {
    const damage = journal.damage()
    if (damage !== null) throw new Error(`the journal is damaged: ${damage.problem}`)
    const payer = account(name).address.toLowerCase()
    const recent = journal.list({ limit: 10 }).filter((row) => row.createdAtMs >= sinceMs)
    const states = recent.map(({ swapId }) => replay(swapId, journal.read(swapId)))
    return states.find(({ plan }) => plan.fromAddress.toLowerCase() === payer) ?? null
  } finally {
    journal.close()
  }
}

function stageOf({ end, delivering, attempts }: SwapState): string {
  if (end !== null) return end.type
  if (delivering) return 'delivering'
  const last = attempts.at(-1)
  return last === undefined ? 'planned' : `${last.leg} ${last.stage}`
}

async function transactionsOf(
  sandbox: CliSandbox,
  owner: string,
  fromBlock: bigint,
): Promise<Transaction[]> {
  const { client } = sandbox.reader('ETH')
  const last = await client.getBlockNumber({ cacheTime: 0 })
  const numbers = Array.from(
    { length: Number(last - fromBlock) + 1 },
    (_, i) => fromBlock + BigInt(i),
  )
  const blocks: Block<bigint, true>[] = await Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  return blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ from }) => from.toLowerCase() === owner.toLowerCase())
}

async function leaveStrayAllowance(sandbox: CliSandbox, name: string, spender: Hex): Promise<void> {
  const chain = sandbox.info.chains.find(({ blockchain }) => blockchain === 'ETH')
  const wallet = createWalletClient({
    account: privateKeyToAccount(sandbox.account(name).privateKey),
    transport: http(chain?.rpcUrl),
  })
  const hash = await wallet.writeContract({
    chain: null,
    address: usdc,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, strayAllowance],
  })
  // Not `waitForTransactionReceipt`: that looks once a block, and while payments are made to fail a
  // block comes only when something waits for one.
  const { client } = sandbox.reader('ETH')
  const deadline = Date.now() + 30_000
  while ((await client.getTransactionReceipt({ hash }).catch(() => null)) === null) {
    if (Date.now() > deadline) throw new Error(`the approval ${hash} is not mined`)
    await pause(30)
  }
}
