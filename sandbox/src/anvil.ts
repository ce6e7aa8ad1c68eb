import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { SwaprouteError } from '../../src/core/errors.ts'
import { createRpc, type Rpc } from './rpc.ts'
import { anvilBinary } from './packages.ts'
import { identifyProcess, pause, type ProcessId } from './processes.ts'

/** A running chain node. */
export type Anvil = { process: ProcessId; child: ChildProcess; rpc: Rpc }

export type AnvilOptions = {
  chainId: number
  port: number
  /** Loaded at start if it exists, written at a clean exit. */
  stateFile: string
  logFile: string
  /**
   * Called as soon as the process exists, so that it can be ended even if we are killed meanwhile.
   */
  onSpawn: (process: ProcessId) => void
}

const readyLimitMs = 10_000

/**
 * Starts a node on 127.0.0.1 and resolves once it answers. It holds no keys, and web pages cannot
 * reach it (no CORS).
 * @throws Error when it ends or stays silent for 10 s
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const log = openSync(options.logFile, 'a', 0o600)
  const child = spawn(
    anvilBinary(),
    [
      '--host',
      '127.0.0.1',
      '--port',
      String(options.port),
      '--chain-id',
      String(options.chainId),
      '--state',
      options.stateFile,
      '--state-interval',
      '86400',
      '--accounts',
      '0',
      '--no-cors',
      '--silent',
    ],
    // Its own process group: Ctrl-C in a terminal is for the command, not for the chains.
    { stdio: ['ignore', log, log], detached: true, windowsHide: true },
  )
  closeSync(log)
  let failure: string | null = null
  child.on('error', (error) => (failure = error.message))
  child.on('exit', (code, signalName) => (failure ??= `ended with ${code ?? signalName}`))

  const process = child.pid === undefined ? null : identifyProcess(child.pid)
  if (process === null) {
    await pause(0) // the system's reason comes a moment later
    throw cannotRun(failure ?? 'it ended at once')
  }
  options.onSpawn(process)

  const rpc = createRpc(options.port)
  const deadline = Date.now() + readyLimitMs
  for (;;) {
    if (failure !== null) throw cannotRun(`for chain ${options.chainId} it ${failure}`)
    try {
      const chainId = await rpc.call('eth_chainId')
      if (chainId !== `0x${options.chainId.toString(16)}`) {
        throw new Error(`port ${options.port} belongs to another chain`)
      }
      break
    } catch (thrown) {
      if (Date.now() > deadline) {
        child.kill('SIGKILL')
        throw thrown
      }
      await pause(4)
    }
  }
  return { process, child, rpc }
}

function cannotRun(problem: string): SwaprouteError {
  const message = `The local chain software (anvil) does not run here: ${problem}.`
  return new SwaprouteError('SANDBOX_UNAVAILABLE', message, {
    hint: 'It is built for Linux with glibc, macOS and Windows, on x64 and arm64; quotes work anywhere.',
  })
}

/** A port of 127.0.0.1 that is free right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      server.close(() => resolve(address.port))
    })
  })
}
