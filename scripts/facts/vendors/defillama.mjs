const path = 'build/util/chainUtils/data.json'

/** Chains that it counts no more, by its own names; our prices have that of each but KADENA. */
export async function read({ json }, ours) {
  const { deadChains } = await json(path)
  return Object.keys(deadChains).flatMap((name) => {
    const key = name === 'kadena' ? 'KADENA' : ours.llamaChain(name)
    return key === null ? [] : [{ table: 'dead chains', key, value: 'dead', path }]
  })
}
