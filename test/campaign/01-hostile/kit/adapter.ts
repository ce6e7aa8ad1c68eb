/**
 * The hostile kit: every one of the 48 behaviours against one adapter, through the built program.
 *
 * How an adapter is added:
 *
 * 1. `adapters/<id>.ts` exports a `HostileAdapter`. `providers` are the sandbox's provider ids the
 *    kit is put before (it is before every chain and toncenter anyway); every question
 *    the program asks then passes the kit, which gives the honest answer unless a lie bends it.
 *    The first honest answer of a provider is stored and given again, so that runs can be compared
 *    byte by byte; questions that differ (a new reference, another time) go through.
 * 2. `scenes` are lines of the program. Kind `pay`: a line that signs and sends (`swap … --yes
 *    --no-wait --account alice`); signed bytes stay in the kit, so the chains never change. Kind
 *    `unsigned`: one that shows what would be signed (`--unsigned`, `--dry-run`, `deposit …`).
 *    Kind `follow`: one that shows the state of a payment really made: `prepare` pays it with
 *    `stage.run(words, honest, { forwards: true })`, puts the journal aside with `stage.keep(name)`
 *    and the scene names it in `state`. Each scene is run honestly first; that run has to succeed.
 * 3. `cells` has for each behaviour the scenes it is played in (all lies in the first, each a run
 *    of its own; the first lie in the others too) and the refusals allowed, out of the behaviour's own list in `behaviours.ts` (to be extended
 *    there where a protocol has a rule of its own for it), and the honest counterpart: the same place
 *    bent harmlessly. `transport(...)` and `extraClaims(...)` of `cells.ts` make the cells that are
 *    alike everywhere; a behaviour the protocol has no place for is claimed in extra fields of the
 *    usual names, and has to change nothing.
 * 4. `essence`, where signed bytes or shown data have times in them: what has to be equal.
 *
 * A row plays it: `await playAdapter(row, { sandbox, adapter })`, see `01-hostile/*.campaign.ts`.
 */
import type { BehaviourName } from './behaviours.ts'
import type { Lie } from './server.ts'
import type { Run, Stage } from './stage.ts'

export type Facts = {
  /** An address that no client should ask; a request there is a failure. */
  trapUrl: string
  /** Base addresses of the kit, by front: a provider, a chain, `remote`. */
  urls: Readonly<Record<string, string>>
  /** What `prepare` found out, by name. */
  prepared: Readonly<Record<string, string>>
}

export type Scene = {
  kind: 'pay' | 'unsigned' | 'follow'
  words(facts: Facts): string[]
  /** Journal to begin with, as stored by `prepare`; an empty one where left out. */
  state?: string
}

export type Cell = {
  scenes: readonly string[]
  /** Every lie is played in every scene. */
  everywhere?: boolean
  lies: readonly Lie[]
  /** One of them, and of the behaviour's own. */
  refusals: readonly string[]
  /** Bent harmlessly; has to be accepted. `scene` where it is another than the first. */
  twin: { lie: Lie; scene?: string; bytes?: 'same' | 'other' }
}

export type Cells = Record<BehaviourName, Cell>

export type HostileAdapter = {
  id: string
  providers: readonly string[]
  scenes: Readonly<Record<string, Scene>>
  prepare?(stage: Stage, facts: Facts): Promise<Record<string, string>>
  cells(facts: Facts): Cells
  /** What has to be the same in an honest and an ignored hostile run; default: every byte. */
  essence?(run: Run, scene: Scene): unknown
  /** Payments the chain itself has taken; one more after a run of the kit is a signature. */
  taken?(): Promise<number>
  /** What harm the signed bytes of a run could do, by the word of an honest chain; null: no harm. */
  judge?(run: Run): Promise<string | null>
}
