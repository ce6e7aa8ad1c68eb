import type { Command } from './command.ts'

export type CatalogEntry = {
  /** One word, or two for `wallet new`. */
  name: string
  group: Group
  /** Usage after the name in the list of commands. */
  usage: string
  summary: string
  load(): Promise<Command>
}

export type Group = 'core' | 'recover' | 'discover' | 'set-up' | 'service' | 'learn' | 'machines'

/** Every command, in help order. Only the one that runs is loaded. */
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
    name: 'deposit',
    group: 'core',
    usage: '<amount> <from> [to] <to>',
    summary: 'Swap without a wallet: an order that you pay yourself',
    load: async () => (await import('../deposit.ts')).depositCommand,
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
    name: 'claim',
    group: 'recover',
    usage: '<hash>',
    summary: 'Claim a transfer that waits on its destination chain',
    load: async () => (await import('../claim.ts')).claimCommand,
  },
  {
    name: 'resume',
    group: 'recover',
    usage: '[id]',
    summary: 'Continue an unfinished swap; never pays twice',
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
  {
    name: 'chains',
    group: 'discover',
    usage: '[query]',
    summary: 'Chains and how many providers serve them',
    load: async () => (await import('../chains.ts')).chainsCommand,
  },
  {
    name: 'tokens',
    group: 'discover',
    usage: '[query]',
    summary: 'Listed tokens with their addresses',
    load: async () => (await import('../tokens.ts')).tokensCommand,
  },
  {
    name: 'providers',
    group: 'discover',
    usage: '[query]',
    summary: 'Every provider and whether it is ready',
    load: async () => (await import('../providers.ts')).providersCommand,
  },
  {
    name: 'providers check',
    group: 'discover',
    usage: '[id…]',
    summary: 'Send each of them one cheap request',
    load: async () => (await import('../providersCheck.ts')).providersCheckCommand,
  },
  {
    name: 'wallet new',
    group: 'set-up',
    usage: '<name>',
    summary: 'Create an account in an encrypted keystore',
    load: async () => (await import('../wallet/new.ts')).walletNewCommand,
  },
  {
    name: 'wallet import',
    group: 'set-up',
    usage: '<name>',
    summary: 'Import a key or keystore',
    load: async () => (await import('../wallet/import.ts')).walletImportCommand,
  },
  {
    name: 'wallet list',
    group: 'set-up',
    usage: '',
    summary: 'Accounts of this machine',
    load: async () => (await import('../wallet/list.ts')).walletListCommand,
  },
  {
    name: 'wallet address',
    group: 'set-up',
    usage: '[name]',
    summary: 'The address of the account that would pay',
    load: async () => (await import('../wallet/address.ts')).walletAddressCommand,
  },
  {
    name: 'wallet balance',
    group: 'set-up',
    usage: '[name or address]',
    summary: 'Balances of the listed tokens',
    load: async () => (await import('../wallet/balance.ts')).walletBalanceCommand,
  },
  {
    name: 'config list',
    group: 'set-up',
    usage: '',
    summary: 'Every setting and where it comes from',
    load: async () => (await import('../configList.ts')).configListCommand,
  },
  {
    name: 'doctor',
    group: 'set-up',
    usage: '',
    summary: 'Check runtime, folders, keys, journal, nodes',
    load: async () => (await import('../doctor.ts')).doctorCommand,
  },
  {
    name: 'completion',
    group: 'set-up',
    usage: '<bash|zsh|fish>',
    summary: 'Completion script for a shell',
    load: async () => (await import('../completion.ts')).completionCommand,
  },
  {
    name: 'serve',
    group: 'service',
    usage: '',
    summary: 'The routing service over HTTP',
    load: async () => (await import('../serve.ts')).serveCommand,
  },
  {
    name: 'mcp',
    group: 'service',
    usage: '',
    summary: 'Tools for agents (Model Context Protocol)',
    load: async () => (await import('../mcp.ts')).mcpCommand,
  },
  {
    name: 'sandbox start',
    group: 'learn',
    usage: '',
    summary: 'Local chains with play money',
    load: async () => (await import('../sandbox.ts')).sandboxStartCommand,
  },
  {
    name: 'sandbox stop',
    group: 'learn',
    usage: '',
    summary: 'Stop them; keeps their state',
    load: async () => (await import('../sandbox.ts')).sandboxStopCommand,
  },
  {
    name: 'sandbox status',
    group: 'learn',
    usage: '',
    summary: 'What runs, where, and the accounts',
    load: async () => (await import('../sandbox.ts')).sandboxStatusCommand,
  },
  {
    name: 'sandbox reset',
    group: 'learn',
    usage: '',
    summary: 'Back to the first state',
    load: async () => (await import('../sandbox.ts')).sandboxResetCommand,
  },
  {
    name: 'sandbox fund',
    group: 'learn',
    usage: '<account> <amount> <asset>',
    summary: 'Give an account play money',
    load: async () => (await import('../sandbox/fund.ts')).sandboxFundCommand,
  },
  {
    name: 'sandbox fault',
    group: 'learn',
    usage: '[<target> <fault>]',
    summary: 'Rehearse every state',
    load: async () => (await import('../sandbox/fault.ts')).sandboxFaultCommand,
  },
  {
    name: 'tour',
    group: 'learn',
    usage: '',
    summary: 'Three swaps with play money, explained',
    load: async () => (await import('../tour.ts')).tourCommand,
  },
  {
    name: 'sandbox deposit',
    group: 'learn',
    usage: '[pay <order>]',
    summary: 'Simulate the payment of a deposit',
    load: async () => (await import('../sandbox/deposit.ts')).sandboxDepositCommand,
  },
  {
    name: 'explain',
    group: 'learn',
    usage: '<CODE>',
    summary: 'What a code means and what to do',
    load: async () => (await import('../explain.ts')).explainCommand,
  },
  {
    name: 'schema',
    group: 'machines',
    usage: '[command]',
    summary: 'JSON Schema of a --json document',
    load: async () => (await import('../schema.ts')).schemaCommand,
  },
]
