/** The contracts of one exchange by chain number: `roles` is role → number → address. */
export function poolFacts(key, roles, path, ours) {
  return Object.entries(roles).flatMap(([role, addresses]) =>
    Object.entries(addresses).flatMap(([number, value]) => {
      const chain = ours.chainOf(number)
      const isThere = chain !== null && typeof value === 'string'
      return isThere ? [{ table: 'pools', key: `${key} ${chain} ${role}`, value, path }] : []
    }),
  )
}
