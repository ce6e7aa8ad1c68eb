import { existsSync, statSync } from 'node:fs'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { removeCallOrders } from './calls/orders.ts'
import { sandboxChains } from './chains.ts'
import { removeOrders } from './deposit/store.ts'
import { callText, type Rpc } from './rpc.ts'
import { removeTonState } from './ton/journal.ts'

// A chain's memory on disk. `<CHAIN>.json` is the node's own file, loaded at its start and written
// at its orderly end; `<CHAIN>.saved.json` is written by us after every change, so that a node
// that is killed loses next to nothing.

const inflate = promisify(gunzip)

export function stateFileOf(stateDir: string, blockchain: string): string {
  return join(stateDir, `${blockchain}.json`)
}

export function savedFileOf(stateDir: string, blockchain: string): string {
  return join(stateDir, `${blockchain}.saved.json`)
}

/** Writes the node's present state beside its own file, whole or not at all. */
export async function saveState(rpc: Rpc, file: string): Promise<void> {
  const dump = await callText(rpc, 'anvil_dumpState')
  const draft = `${file}.draft`
  await writeFile(draft, await inflate(Buffer.from(dump.slice(2), 'hex')), { mode: 0o600 })
  await rename(draft, file)
}

/**
 * Makes sure the node finds a whole state file: the newer of its own and ours that can be read.
 * @returns false when there is neither
 */
export async function prepareState(stateDir: string, blockchain: string): Promise<boolean> {
  const own = stateFileOf(stateDir, blockchain)
  const saved = savedFileOf(stateDir, blockchain)
  const byAge = [own, saved]
    .filter((file) => existsSync(file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const file of byAge) {
    if (!(await isWhole(file))) continue
    if (file !== own) await copyFile(file, own)
    return true
  }
  return false
}

export async function removeState(stateDir: string, blockchain: string): Promise<void> {
  await rm(stateFileOf(stateDir, blockchain), { force: true })
  await rm(savedFileOf(stateDir, blockchain), { force: true })
}

/**
 * A seeded state without its making: two thirds of the dump are traces of the transactions that
 * built it, which is never requested and every later save would repeat.
 */
export async function stripHistory(file: string): Promise<void> {
  const state: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (typeof state !== 'object' || state === null || !('blocks' in state)) {
    throw new Error(`${file} is not a state of anvil`)
  }
  const blocks: unknown[] = Array.isArray(state.blocks) ? state.blocks : []
  const numbers = blocks.map(blockNumber)
  const last = Math.max(...numbers)
  const remaining = blocks.filter((_, index) => numbers[index] === 0 || numbers[index] === last)
  const draft = `${file}.draft`
  await writeFile(draft, JSON.stringify({ ...state, blocks: remaining, transactions: [] }), {
    mode: 0o600,
  })
  await rename(draft, file)
}

/** Removes the chains that a stopped sandbox has stored. */
export async function removeStates(stateDir: string): Promise<void> {
  for (const { blockchain } of sandboxChains) await removeState(stateDir, blockchain)
  removeTonState(stateDir)
  removeOrders(stateDir)
  removeCallOrders(stateDir)
}

function blockNumber(block: unknown): number {
  if (typeof block !== 'object' || block === null || !('header' in block)) return -1
  const { header } = block
  if (typeof header !== 'object' || header === null || !('number' in header)) return -1
  return Number(header.number)
}

async function isWhole(file: string): Promise<boolean> {
  try {
    JSON.parse(await readFile(file, 'utf8'))
    return true
  } catch {
    return false // torn by a crash in the middle of writing
  }
}
