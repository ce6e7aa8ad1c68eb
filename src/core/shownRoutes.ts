/** The last list of routes that one shell was shown. */
export type ShownRoutes = {
  /** In the order of the rows; null for a row that cannot be swapped. */
  ids: readonly (string | null)[]
  /** The command that asks again; null where it cannot be pasted. */
  again: string | null
}
