/** A wallet's reading of ERC-681 links and of QR codes on a terminal, independent of their maker. */
import decodeQR from 'qr/decode.js'
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'

const grammar =
  /^ethereum:(?<to>0x[0-9a-fA-F]{40})@(?<chainId>[0-9]+)(?:\/(?<name>[a-z]+))?(?:\?(?<query>.*))?$/

export type ReadLink = { chainId: number; to: string; value: bigint; data: Hex }

/** The transaction of a link; throws for anything that the grammar does not have. */
export function readWalletLink(link: string): ReadLink {
  const { to = '', chainId, name, query } = grammar.exec(link)?.groups ?? {}
  if (chainId === undefined) throw new Error(`no ERC-681 link: ${link}`)
  const pairs = [...new URLSearchParams(query)]
  const given = Object.fromEntries(pairs)
  const number = (text: string | undefined): bigint => {
    if (text === undefined || !/^[0-9]+$/.test(text)) throw new Error(`no number in ${link}`)
    return BigInt(text)
  }
  if (name === undefined) {
    if (pairs.length !== 1) throw new Error(`unknown parameters in ${link}`)
    return { chainId: Number(chainId), to, value: number(given['value']), data: '0x' }
  }
  if (pairs.map(([key]) => key).join() !== 'address,uint256') throw new Error(`odd call: ${link}`)
  const data = encodeFunctionData({
    abi: parseAbi([`function ${name}(address,uint256)`]),
    functionName: name,
    args: [getAddress(given['address'] ?? ''), number(given['uint256'])],
  })
  return { chainId: Number(chainId), to, value: 0n, data }
}

/** The texts of the QR codes on a screen without colours, where light modules are drawn. */
export function readCodes(screen: string): string[] {
  const blocks = screen.split('\n').reduce<string[][]>(
    (found, line) => {
      if (/^[█▀▄ ]{20,}$/.test(line)) found.at(-1)?.push(line)
      else if ((found.at(-1)?.length ?? 0) > 0) found.push([])
      return found
    },
    [[]],
  )
  return blocks.filter((lines) => lines.length > 0).map(readCode)
}

function readCode(lines: readonly string[]): string {
  const light = lines.flatMap((line) => [
    [...line].map((cell) => cell === '█' || cell === '▀'),
    [...line].map((cell) => cell === '█' || cell === '▄'),
  ])
  const scale = 4
  const [width, height] = [(light[0]?.length ?? 0) * scale, light.length * scale]
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isLight = light[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
      if (!isLight) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return decodeQR({ width, height, data })
}
