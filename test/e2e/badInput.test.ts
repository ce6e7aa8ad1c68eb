/**
 * Every mistake in a line is reported in a sentence of its own, with its code, a hint and the
 * exit code of its kind, and before anything is asked of the network. Then the network itself.
 */
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allChains, isEvmChain } from '../../src/chains/chains.ts'
import { priceSourceUrls } from '../../src/prices/sources.ts'
import { providerUrls } from '../../src/providers/providers.ts'
import { createCliHome, type Document } from '../support/cliHome.ts'

const home = createCliHome()
afterAll(() => home.remove())

/** Every address the program may ask, in one place. */
function everythingAt(url: string): NodeJS.ProcessEnv {
  const nodes = allChains().filter(isEvmChain)
  const upstreams = Object.keys({ ...priceSourceUrls, ...providerUrls })
  return Object.fromEntries([
    ...nodes.map(({ id }) => [`SWAPROUTE_RPC_${id}`, url]),
    ...upstreams.map((id) => [`SWAPROUTE_${id.toUpperCase()}_URL`, url]),
  ])
}

/** Counts connections, and closes each. */
async function listen(): Promise<{ url: string; server: Server; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined).destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, server, connections: () => connections }
}

const line = '1 eth:ETH to eth:USDC'
const cross = '1 eth:ETH to arb:ETH'
const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const miscased = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const usdcOnArbitrum = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'
const onSolana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

type Case = [what: string, words: string, code: string, message: RegExp, hint: RegExp]

const badWords: Case[] = [
  ['command', `qoute ${line}`, 'INVALID_ARGUMENT', /no command "qoute"/, /`swaproute quote`/],
  ['chain', 'quote 1 mars:ETH to eth:USDC', 'UNKNOWN_CHAIN', /"mars"/, /swaproute chains/],
  ['near chain', 'quote 1 etherum:ETH to eth:USDC', 'UNKNOWN_CHAIN', /"etherum"/, /mean ETH\?/],
  ['token', 'quote 1 eth:NOPE to eth:USDC', 'UNKNOWN_TOKEN', /ETH has no token "NOPE"/, /USDC/],
  ['asset', 'quote 1 USDC to eth:ETH', 'UNKNOWN_CHAIN', /on which chain/, /<chain>:<token>/],
  ['flag', `quote ${line} --slipage 1%`, 'INVALID_ARGUMENT', /--slipage/, /mean --slippage\?/],
  [
    'repeated flag',
    `quote ${line} -a 2`,
    'INVALID_ARGUMENT',
    /amount was given more than once/,
    /\S/,
  ],
  [
    'twice a flag',
    `quote ${line} -r ${wallet} -r ${wallet}`,
    'INVALID_ARGUMENT',
    /more than once/,
    /help/,
  ],
  ['word', `quote ${line} please now`, 'INVALID_ARGUMENT', /"please"/, /quote --help/],
  ['provider', `quote ${line} --provider acros`, 'UNKNOWN_PROVIDER', /"acros"/, /across/],
  ['exclusion', `quote ${line} --exclude nobody`, 'UNKNOWN_PROVIDER', /"nobody"/, /providers/],
  ['foreign', `quote ${line} --exclude-foreign x=a`, 'INVALID_ARGUMENT', /"x=a"/, /lifi, rango/],
  ['two outputs', `quote ${line} --plain`, 'INVALID_ARGUMENT', /--json and --plain/, /one of them/],
  ['choice', `quote ${line} --deposits some`, 'INVALID_ARGUMENT', /all, only, none/, /help/],
  ['order', `quote ${line} --sort worst`, 'INVALID_ARGUMENT', /receive, fastest, cheapest/, /help/],
  ['backend', `best ${line} --backend magic`, 'INVALID_ARGUMENT', /embedded, remote/, /help/],
  ['two quotes', 'swap --id x --quote y', 'INVALID_ARGUMENT', /--id and --quote/, /one of them/],
  ['file', 'swap --quote nowhere.json', 'INVALID_ARGUMENT', /cannot be read/, /--json/],
  [
    'port',
    'serve --port 99999',
    'INVALID_ARGUMENT',
    /--port must be a port from 0 to 65535/,
    /list --all/,
  ],
  ['hash', 'status soon', 'INVALID_ARGUMENT', /Not a transaction hash/, /history/],
  [
    'key',
    `swap ${line} --account 0x${'1'.repeat(64)}`,
    'SECRET_IN_ARGUMENTS',
    /key/,
    /wallet import/,
  ],
  ['nothing', 'quote', 'MISSING_FIELD', /amount is missing/, /--amount/],
  ['no amount', 'quote eth:ETH to eth:USDC', 'MISSING_FIELD', /amount is missing/, /--amount/],
  ['no end', 'quote 1 eth:ETH', 'MISSING_FIELD', /destination asset is missing/, /--to/],
]

const badTokens: Case[] = [
  ['equal', 'quote 1 eth:USDC to ETHEREUM:usdc', 'EQUAL_TOKENS', /the same token/, /another/],
  [
    'equal by address',
    'quote 1 eth:USDC to 1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    'EQUAL_TOKENS',
    /the same token/,
    /another/,
  ],
  ['test network', 'quote 1 sepolia:ETH to eth:ETH', 'TESTNET_DISABLED', /Sepolia/, /--testnets/],
  ['short address', 'quote 1 eth:0x1234 to eth:ETH', 'INVALID_ADDRESS', /4 digits/, /native/],
  ['foreign address', 'quote 1 sol:0x1234 to eth:ETH', 'INVALID_ADDRESS', /Solana/, /mint/],
]

const badAddresses: Case[] = [
  [
    'of Solana on an EVM chain',
    `quote ${cross} -r ${onSolana}`,
    'INVALID_ADDRESS',
    /of Solana; .* 0x/,
    /Copy/,
  ],
  [
    'of an EVM chain on TON',
    `quote 1 eth:ETH to ton:TON -r ${wallet}`,
    'INVALID_ADDRESS',
    /of Ethereum; .*UQ/,
    /Copy/,
  ],
  [
    'of an EVM chain on Bitcoin',
    `quote 1 eth:ETH to btc:BTC -r ${wallet}`,
    'INVALID_ADDRESS',
    /of Ethereum; .*bc1/,
    /Copy/,
  ],
  [
    'with a wrong checksum',
    `quote ${cross} -r ${miscased}`,
    'INVALID_ADDRESS',
    /EIP-55/,
    /both ends/,
  ],
  ['zero', `quote ${cross} -r 0x${'0'.repeat(40)}`, 'INVALID_ADDRESS', /zero address/, /controls/],
  ['of a token', `quote ${cross} -r ${usdcOnArbitrum}`, 'INVALID_ADDRESS', /contract/, /controls/],
  ['that is a name', `quote ${cross} --from-address al`, 'INVALID_ADDRESS', /"al"/, /hexadecimal/],
]

const badNumbers: Case[] = [
  ['negative', 'quote -1 eth:ETH to eth:USDC', 'INVALID_AMOUNT', /negative/, /greater than zero/],
  ['signed', 'quote +1 eth:ETH to eth:USDC', 'INVALID_AMOUNT', /"\+1" is not/, /without sign/],
  ['zero', 'quote 0.0 eth:ETH to eth:USDC', 'INVALID_AMOUNT', /is zero/, /greater than zero/],
  ['with an exponent', 'quote 1e3 eth:ETH to eth:USDC', 'INVALID_AMOUNT', /exponent/, /all digits/],
  [
    'with separators',
    'quote 1,000 eth:ETH to eth:USDC',
    'INVALID_AMOUNT',
    /separators/,
    /digits only/,
  ],
  ['hexadecimal', 'quote 0x10 eth:ETH to eth:USDC', 'INVALID_AMOUNT', /"0x10" is not/, /decimal/],
  ['too fine', 'quote 1.0000001 eth:USDC to eth:ETH', 'TOO_MANY_DECIMALS', /has 6/, /at most 6/],
  [
    'raw with a point',
    'quote --raw-amount 1.5 -f eth:USDC -t eth:ETH',
    'INVALID_AMOUNT',
    /raw amount/,
    /base units/,
  ],
  ['of slippage, bare', `quote ${line} --slippage 0.5`, 'INVALID_ARGUMENT', /no unit/, /0\.5% or/],
  ['of slippage, huge', `quote ${line} --slippage 51%`, 'INVALID_ARGUMENT', /above 50%/, /50%/],
  ['of seconds, 1', `quote ${line} --timeout 1`, 'INVALID_ARGUMENT', /"1" is not between/, /30/],
  ['of seconds, 61', `quote ${line} --timeout 61`, 'INVALID_ARGUMENT', /"61" is not between/, /30/],
]

describe('is refused before anything is asked', () => {
  let network: Awaited<ReturnType<typeof listen>>
  let env: NodeJS.ProcessEnv
  const seen: Document[] = []

  beforeAll(async () => {
    network = await listen()
    env = everythingAt(network.url)
  })
  afterAll(async () => {
    // The line without a fault shows that the counter would have counted.
    const refused = network.connections()
    const good = await home.json(['quote', ...line.split(' ')], { env })
    network.server.close()
    expect([refused, good.code]).toEqual([0, 5])
    expect(network.connections()).toBeGreaterThan(0)
    expect(seen).toHaveLength(
      [badWords, badTokens, badAddresses, badNumbers].reduce((sum, { length }) => sum + length, 0),
    )
  })

  const check = async ([, words, code, message, hint]: Case): Promise<void> => {
    const run = await home.json(words.split(' '), { env })
    const { error, ok, funds } = run.document
    const follows = /^(?:status|resume|history|receipt)\b/.test(words)
    const told = follows ? 'unknown' : 'none_moved'
    expect([run.code, ok, error.code, funds]).toEqual([2, false, code, told])
    expect(error.message).toMatch(message)
    expect(error.message).toMatch(/^["A-Z0-9\-`].*\.$/)
    expect(error.hint).toMatch(hint)
    expect(error.retry).toBe('changed')
    expect(run.stderr).toBe('')
    seen.push(run.document)
  }

  describe.concurrent('a line', () => {
    test.each(badWords)('with a wrong %s: %s', (...one) => check(one))
    test.each(badTokens)('with tokens: %s: %s', (...one) => check(one))
    test.each(badAddresses)('with an address %s: %s', (...one) => check(one))
    test.each(badNumbers)('with a number %s: %s', (...one) => check(one))
  })
})

describe('without a network', () => {
  test('a quote names the node that does not respond, and how to set another', async () => {
    const env = everythingAt('http://127.0.0.1:1')
    const { code, document } = await home.json(['quote', ...line.split(' ')], { env })
    expect([code, document.error.code, document.error.retry]).toEqual([
      5,
      'CHAIN_UNAVAILABLE',
      'later',
    ])
    expect(document.error.message).toMatch(
      /No ETH node responded: 127\.0\.0\.1:1 .*refused the connection/,
    )
    expect(document.error.hint).toContain('SWAPROUTE_RPC_ETH=')
    const people = await home.run(['best', ...line.split(' ')], { env })
    expect([people.code, people.stdout]).toEqual([5, ''])
    expect(people.stderr).not.toContain('Nothing was sent')
  })

  test('a quote between chains names the service that cannot be reached', async () => {
    const env = everythingAt('http://127.0.0.1:1')
    const { code, document } = await home.json(['quote', ...cross.split(' ')], { env })
    expect([code, document.error.code]).toEqual([5, 'UPSTREAM_FAILED'])
    expect(document.error.message).toMatch(
      /^No provider answered \(\d+ asked\)\. 127\.0\.0\.1:1 .*refused the connection/,
    )
    expect(document.error.hint).toMatch(/network/)
  })

  test('a status reports that no node could be asked', async () => {
    const env = everythingAt('http://127.0.0.1:1')
    const { code, document } = await home.json(['status', `0x${'ab'.repeat(32)}`], { env })
    expect([code, document.error.code]).toEqual([5, 'CHAIN_UNAVAILABLE'])
    expect(document.error.hint).toMatch(/SWAPROUTE_RPC_/)
  })
})
