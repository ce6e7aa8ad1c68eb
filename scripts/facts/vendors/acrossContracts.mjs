const path = 'dist/broadcast/deployed-addresses.json'
const roles = {
  SpokePool: 'spokePool',
  SpokePoolPeriphery: 'periphery',
  MulticallHandler: 'handler',
}

export async function read({ json }, ours) {
  const { chains } = await json(path)
  return Object.entries(chains).flatMap(([id, { contracts }]) =>
    Object.entries(roles).flatMap(([name, role]) => {
      const value = contracts[name]?.address
      const key = `across ${ours.chainOf(id)} ${role}`
      return value === undefined ? [] : [{ table: 'bridge contracts', key, value, path }]
    }),
  )
}
