/** Whether two addresses of an EVM chain are the same, in any letter case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
