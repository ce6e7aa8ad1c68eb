/** Cells that are alike for every adapter. */
import type { Hex } from 'viem'
import type { Cell } from './adapter.ts'
import type { BehaviourName } from './behaviours.ts'
import { hiddenCalls } from './evmCalls.ts'
import type { Lie } from './server.ts'
import * as wire from './wire.ts'

export const evil = '0x00000000000000000000000000000000DeaDBeef'
const noAnswer = [
  'NO_ROUTE',
  'UPSTREAM_FAILED',
  'UPSTREAM_REFUSED',
  'TIMED_OUT',
  'CHAIN_UNAVAILABLE',
  'BACKEND_UNREACHABLE',
]

type MakeCell = (
  lies: readonly Lie[],
  refusals: string | readonly string[],
  twin?: Lie,
  scene?: string | readonly string[],
  bytes?: 'same' | 'other',
) => Cell

/**
 * Makes cells of one scene, `pay` unless another is named, or of several with every lie in each;
 * their usual honest counterpart is this one.
 */
export function cellsWith(harmless: Lie): MakeCell {
  return (lies, refusals, twin = harmless, scene = 'pay', bytes = 'same') => ({
    scenes: typeof scene === 'string' ? [scene] : scene,
    everywhere: typeof scene !== 'string',
    lies,
    refusals: typeof refusals === 'string' ? [refusals] : refusals,
    twin: { lie: twin, bytes },
  })
}

/** Lies about how a payment ended: no lie is endorsed, and a harmless one hides no delivery. */
export function falseEnd(
  lies: readonly Lie[],
  harmless: Lie,
  {
    scenes = ['resume', 'status'],
    everywhere = false,
  }: { scenes?: readonly string[] | undefined; everywhere?: boolean } = {},
): Cell {
  return {
    scenes,
    everywhere,
    lies,
    refusals: ['not endorsed'],
    twin: { lie: harmless, scene: 'delivered' },
  }
}

type HiddenCallName = Extract<
  BehaviourName,
  | 'approve-call'
  | 'increase-allowance-call'
  | 'transfer-from-call'
  | 'approval-for-all-call'
  | 'permit-call'
  | 'permit2-call'
>

/** The calls that no provider may ask for, each in a cell of the adapter's making. */
export function hiddenCallCells(cell: (data: Hex) => Cell): Record<HiddenCallName, Cell> {
  const calls = hiddenCalls(evil)
  return {
    'approve-call': cell(calls.approve),
    'increase-allowance-call': cell(calls.increaseAllowance),
    'transfer-from-call': cell(calls.transferFrom),
    'approval-for-all-call': cell(calls.setApprovalForAll),
    'permit-call': cell(calls.permit),
    'permit2-call': cell(calls.permit2),
  }
}

type TransportName = Extract<
  BehaviourName,
  | 'redirect'
  | 'oversized-body'
  | 'gzip-bomb'
  | 'deep-json'
  | 'polluting-keys'
  | 'broken-or-endless-body'
>

/**
 * Transport cells at one answer, an object; best not that of a quote, whose failure is just one
 * row of many and hides the rule.
 * @param slowScene the scene with a deadline of its own (`--timeout 2`), or the run takes minutes
 * @param limit the most bytes this answer may have: 2 MiB, 8 MiB for a list
 */
export function transport(
  scene: string,
  where: wire.Where,
  trapUrl: string,
  slowScene: string,
  limit = 2 * 1_048_576,
): Record<TransportName, Cell> {
  const cell = (rule: string, lies: readonly Lie[], twin: Lie): Cell => ({
    scenes: [scene],
    lies,
    refusals: [rule],
    twin: { lie: twin },
  })
  return {
    redirect: cell('H2', [wire.redirect(where, `${trapUrl}/elsewhere`)], (exchange) => {
      // A Location is nothing but a header where the status is no redirect.
      if (where(exchange)) exchange.answer.headers['location'] = `${trapUrl}/elsewhere`
    }),
    'oversized-body': cell(
      'H3',
      [wire.padded(where, limit + 1_100_000)],
      wire.padded(where, limit),
    ),
    'gzip-bomb': cell('H3', [wire.gzipBomb(where)], wire.gzipped(where)),
    'deep-json': cell(
      'H5',
      [wire.nested(where, 5_000), wire.nested(where, 120)],
      wire.nested(where, 60),
    ),
    'polluting-keys': cell(
      'H5',
      [
        wire.inserted(where, '"__proto__":{"polluted":true}'),
        wire.inserted(where, '"more":{"\\u0063onstructor":{"prototype":{"polluted":true}}}'),
      ],
      wire.inserted(where, '"proto":{"constructors":{"prototypes":true}}'),
    ),
    'broken-or-endless-body': {
      scenes: [slowScene],
      lies: [wire.endless(where), wire.truncated(where), wire.webPage(where)],
      refusals: noAnswer,
      twin: { lie: wire.slow(where), scene },
    },
  }
}

/** A behaviour the protocol has no place for: claimed in extra fields, it has to change nothing. */
export function extraClaims(
  scene: string,
  where: wire.Where,
  hostile: Record<string, unknown>,
  harmless: Record<string, unknown> = { note: 'nothing', version: 2 },
): Cell {
  return {
    scenes: [scene],
    lies: [wire.claim(where, hostile)],
    refusals: ['ignored'],
    twin: { lie: wire.claim(where, harmless) },
  }
}

/** Text for terminals and people in the texts of an answer whose keys fit. */
export function hostileTexts(scene: string, where: wire.Where, keys: RegExp): Cell {
  return {
    scenes: [scene],
    lies: wire.terminalTexts.map((text) =>
      wire.bend(where, (body) => void wire.poisonTexts(body, keys, text)),
    ),
    refusals: [...noAnswer, 'ignored'],
    twin: { lie: wire.bend(where, (body) => void wire.poisonTexts(body, keys, ' Zürich 東京 €')) },
  }
}

/** Addresses of the trap wherever an address could be expected. */
export function urlsToFetch(scene: string, where: wire.Where, trapUrl: string): Cell {
  const names = [
    'url',
    'apiUrl',
    'next',
    'callbackUrl',
    'logoURI',
    'tokenListUrl',
    'metadataUrl',
    'rpcUrl',
  ]
  const urls = Object.fromEntries(names.map((name) => [name, `${trapUrl}/${name}`]))
  const plain = Object.fromEntries(names.map((name) => [name, null]))
  return extraClaims(scene, where, urls, plain)
}

/** Requests for signatures, as the usual services spell them. */
export const signatureRequests: Record<string, unknown> = {
  typedData: { domain: { name: 'Permit2', chainId: 1 }, primaryType: 'PermitSingle', message: {} },
  permit: { owner: evil, spender: evil, value: '1', deadline: '9999999999' },
  signMessage: 'I give everything to mallory',
  eip712: { types: {}, domain: {}, message: { spender: evil } },
  messagesToSign: ['0xdeadbeef'],
}

/** Approvals a provider would like the wallet to send. */
export function approvalTransactions(token: string): Record<string, unknown> {
  const unlimited = `0x095ea7b3${evil.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  return {
    approvalTxns: [{ chainId: 13_370_001, to: token, data: unlimited }],
    approvalTransaction: { to: token, data: unlimited },
    approve: {
      token,
      spender: evil,
      amount: 'max',
      data: unlimited,
    },
  }
}
