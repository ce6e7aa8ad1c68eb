import type { Command } from './spec.ts'

export type CatalogEntry = {
  /** One word, or two for `wallet new`. */
  name: string
  group: Group
  /** What stands after the name in the list of commands. */
  usage: string
  summary: string
  load(): Promise<Command>
}

export type Group = 'core' | 'recover' | 'discover' | 'set-up' | 'service' | 'learn' | 'machines'

/** Every command, in the order of the help. Only the one that runs is loaded. */
export const catalog: readonly CatalogEntry[] = [
  {
    name: 'quote',
    group: 'core',
    usage: '<amount> <from> [to] <to>',
    summary: 'Every route, best first',
    load: async () => (await import('../quote.ts')).quoteCommand,
  },
  {
    name: 'best',
    group: 'core',
    usage: '<amount> <from> [to] <to>',
    summary: 'The one best route, and why',
    load: async () => (await import('../best.ts')).bestCommand,
  },
  {
    name: 'swap',
    group: 'core',
    usage: '<amount> <from> [to] <to>',
    summary: 'Review, approve exactly, sign, send, follow',
    load: async () => (await import('../swap.ts')).swapCommand,
  },
  {
    name: 'status',
    group: 'core',
    usage: '<hash or id>',
    summary: 'Where a swap is, in plain words',
    load: async () => (await import('../status.ts')).statusCommand,
  },
  {
    name: 'resume',
    group: 'recover',
    usage: '[id]',
    summary: 'Go on with an open swap; never pays twice',
    load: async () => (await import('../resume.ts')).resumeCommand,
  },
  {
    name: 'history',
    group: 'recover',
    usage: '',
    summary: 'Swaps made on this machine',
    load: async () => (await import('../history.ts')).historyCommand,
  },
  {
    name: 'receipt',
    group: 'recover',
    usage: '<id>',
    summary: 'Everything about one of them',
    load: async () => (await import('../receipt.ts')).receiptCommand,
  },
]
