const path = 'dist/lib/dataEntities/networks.js'

export async function read({ constants }) {
  const constantsPath = 'dist/lib/dataEntities/constants.js'
  const inner = ['mainnetTokenBridge', 'mainnetETHBridge']
  const { mainnetTokenBridge: tokens, mainnetETHBridge: ether } = await constants(path, [], inner)
  const fixed = await constants(constantsPath, [
    'ARB_SYS_ADDRESS',
    'ARB_RETRYABLE_TX_ADDRESS',
    'NODE_INTERFACE_ADDRESS',
  ])
  const values = {
    'parent inbox': ether.inbox,
    'parent bridge': ether.bridge,
    'parent outbox': ether.outbox,
    'parent router': tokens.parentGatewayRouter,
    'parent gateway': tokens.parentErc20Gateway,
    'child router': tokens.childGatewayRouter,
    'child gateway': tokens.childErc20Gateway,
    'child arbSys': fixed.ARB_SYS_ADDRESS,
    'child retryables': fixed.ARB_RETRYABLE_TX_ADDRESS,
    'child nodeInterface': fixed.NODE_INTERFACE_ADDRESS,
  }
  return Object.entries(values).map(([role, value]) => ({
    table: 'bridge contracts',
    key: `arbitrum ${role}`,
    value,
    path,
  }))
}
