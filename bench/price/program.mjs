/** The program's own answer, over the HTTP contract of `swaproute serve`. */
import { formatUnits } from 'viem'

/**
 * The routes over the exchanges that the program reads from the chain itself; those of services with
 * a server of their own are not asked.
 * @param {{ url: string, excluded: readonly string[] }} service
 * @returns the route that pays most, with output and least output in base units; null without one
 */
export async function askBest(service, trade) {
  const started = performance.now()
  const { routes } = await post(service.url, 'quoteAll', bodyOf(service, trade))
  const ms = performance.now() - started
  const read = routes.map(({ id, providerType, estimate, fees }) => ({
    id,
    provider: providerType,
    output: BigInt(estimate.destinationWeiAmount),
    least: BigInt(estimate.destinationWeiMinAmount),
    gasLimit: BigInt(fees.gasTokenFees.gas.gasLimit ?? 0),
  }))
  const best = read.reduce((a, b) => (a !== null && a.output >= b.output ? a : b), null)
  return { ms, best }
}

/** What to sign for a route. */
export async function buildRoute(service, trade, id) {
  const { transaction } = await post(service.url, 'swap', { ...bodyOf(service, trade), id })
  return transaction
}

/** @param trade source, destination (tokens), amount in base units, payer if there is one */
function bodyOf({ excluded }, { blockchain, source, destination, amount, payer }) {
  return {
    srcTokenAddress: source.address,
    srcTokenBlockchain: blockchain,
    srcTokenAmount: formatUnits(amount, source.decimals),
    dstTokenAddress: destination.address,
    dstTokenBlockchain: blockchain,
    referrer: 'bench',
    nativeBlacklist: excluded,
    showDangerousRoutes: true,
    timeout: 60,
    ...(payer === undefined ? {} : { fromAddress: payer, receiver: payer }),
  }
}

async function post(url, call, body) {
  const response = await fetch(`${url}/api/routes/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.ok) return answer
  const reason = answer.error?.reason ?? JSON.stringify(answer)
  // The service reports an outage of all exchanges so; an absent route is an empty list.
  throw new Error(`${call} ${body.srcTokenAddress} to ${body.dstTokenAddress}: ${reason}`)
}
