/** The exchanges of one chain: there is no service, the hostile party is the node of ETH. */
import { parseTransaction } from 'viem'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import type { HostileAdapter, Scene } from '../kit/adapter.ts'
import { at } from '../../../support/bodies.ts'
import { dai, usdc } from '../kit/contracts.ts'
import { payAndKeep, resumeWords } from '../kit/payments.ts'
import type { Run, Stage } from '../kit/stage.ts'
import { onchainCells } from './onchainCells.ts'
import { type Account, ask, harmOf } from './onchainJudge.ts'
import { router } from './onchainNames.ts'

const amount = 10_000_000n

/** Gives alice's exact allowance, so that her line signs the payment and nothing before it. */
export async function onchainAdapter(sandbox: CliSandbox): Promise<HostileAdapter> {
  const rpcUrl = sandbox.info.chains.find(({ blockchain }) => blockchain === 'ETH')?.rpcUrl ?? ''
  const alice = sandbox.account('alice').address
  const bob = sandbox.account('bob').address
  const account: Account = {
    rpcUrl,
    owner: alice,
    router,
    srcToken: usdc,
    dstToken: dai,
    amount,
    atLeast: 98n * 10n ** 17n,
  }
  await allow(rpcUrl, alice)
  const swap = (words: string, name: string): string[] => [
    'swap',
    ...words.split(' '),
    '--provider',
    'UNI_SWAP_V3',
    '--account',
    name,
  ]
  const line = (name: string): string[] => swap('10 eth:USDC to eth:DAI', name)
  const native = swap('0.004 eth:ETH to eth:DAI', 'bob')
  const sending = ['--yes', '--no-wait']
  return {
    id: 'onchain',
    providers: [],
    scenes: {
      pay: { kind: 'pay', words: () => [...line('alice'), ...sending] },
      slow: { kind: 'pay', words: () => [...line('alice'), ...sending, '--timeout', '2'] },
      token: { kind: 'unsigned', words: () => [...line('alice'), '--unsigned'] },
      resume: {
        kind: 'follow',
        state: 'stalled',
        words: (facts) => resumeWords(facts, 'stalled', 'bob'),
      },
      status: {
        kind: 'follow',
        words: ({ prepared }) => ['status', prepared['stalledHash'] ?? ''],
      },
      delivered: {
        kind: 'follow',
        state: 'mined',
        words: (facts) => resumeWords(facts, 'mined', 'bob'),
      },
    },
    prepare: (stage) =>
      preparePayments(stage, sandbox, rpcUrl, bob, {
        // In native coins: what is allowed for the other would be taken away at its end.
        mined: [...native, ...sending],
        stalled: [...line('bob'), ...sending],
      }),
    cells: (facts) => onchainCells(facts, alice),
    essence,
    judge: (run) => harmOf(account, run),
  }
}

/**
 * Two payments of bob's: one is mined, but its journal ends before that; the other waits among the
 * node's pending ones for ever. From here on the chain makes no block.
 */
async function preparePayments(
  stage: Stage,
  sandbox: CliSandbox,
  rpcUrl: string,
  bob: string,
  lines: Record<'mined' | 'stalled', string[]>,
): Promise<Record<string, string>> {
  const prepared: Record<string, string> = {}
  for (const name of ['mined', 'stalled'] as const) {
    await ask(rpcUrl, 'evm_setAutomine', [true])
    if (name === 'stalled') await allow(rpcUrl, bob)
    await ask(rpcUrl, 'evm_setAutomine', [false])
    Object.assign(prepared, await payAndKeep(stage, name, lines[name]))
    if (name === 'mined') await ask(rpcUrl, 'evm_mine', [])
  }
  // No empty block either, which an idle chain gets after four minutes and the waiting one with it.
  await sandbox.fault('ETH', 'pending')
  const minedHash = prepared['minedHash']
  const receipt = await ask(rpcUrl, 'eth_getTransactionReceipt', [minedHash])
  return { ...prepared, minedAnswer: JSON.stringify(receipt) }
}

async function allow(rpcUrl: string, owner: string): Promise<void> {
  const spender = router.slice(2).toLowerCase().padStart(64, '0')
  const data = `0x095ea7b3${spender}${amount.toString(16).padStart(64, '0')}`
  await ask(rpcUrl, 'anvil_impersonateAccount', [owner])
  await ask(rpcUrl, 'eth_sendTransaction', [{ from: owner, to: usdc, data }])
  await ask(rpcUrl, 'anvil_stopImpersonatingAccount', [owner])
}

/**
 * What the payment does. Its deadline is the clock's; and its number, its gas limit and, beneath
 * the caps, its gas price come from the node: a false one costs no money, the chain refuses it.
 */
function essence(run: Run, scene: Scene): unknown {
  if (scene.kind === 'pay') {
    return run.sent.map((raw) => {
      const { to, data, value, chainId } = parseTransaction(`0x${raw.slice(2)}`)
      return { to, data: withoutDeadline(data ?? '0x'), value, chainId }
    })
  }
  const unsigned: unknown = run.document.data?.unsigned
  return (Array.isArray(unsigned) ? unsigned : [unsigned]).flatMap((step) => {
    const leg = at(step, 'leg')
    const data = withoutDeadline(String(at(step, 'data')))
    // An allowance that is reported differently is set differently, but never above the amount.
    const isOwn =
      leg !== 'pay' &&
      at(step, 'to') === usdc &&
      BigInt(`0x${data.slice(-64)}`) <= amount &&
      data.slice(34, 74) === router.slice(2).toLowerCase()
    return isOwn ? [] : [{ leg, data, to: at(step, 'to'), value: at(step, 'value') }]
  })
}

function withoutDeadline(data: string): string {
  return data.replace(/^(0x5ae401dc).{64}/, '$1')
}
