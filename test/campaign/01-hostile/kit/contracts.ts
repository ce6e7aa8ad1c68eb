/** Contracts of the sandbox's ETH, at the addresses they have on the real one. */
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
/** Uniswap's SwapRouter02. */
export const swapRouter = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
/** Across'. */
export const spokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
/** There is no contract. */
export const emptyPlace = '0x00000000000000000000000000000000c0de0000'
