import type { KeyRequest } from '../commands/frame/services.ts'
import { isSameAddress } from '../core/token.ts'
import { SwaprouteError } from '../core/errors.ts'
import { createHttpClient } from '../http/client.ts'
import { answerLimitMs, connectSigner, readSignerUrl } from '../wallet/externalSigner.ts'
import type { Account, EvmSigner } from '../wallet/types.ts'
import type { App } from './parts.ts'

/** An account whose key is in another program of this machine. */
export type ExternalKey = { account: Account; open: () => EvmSigner }

/**
 * The account of `--signer`: its only one, or the address given with `--account`.
 * @throws SwaprouteError INVALID_ARGUMENT, KEY_UNAVAILABLE
 */
export async function externalKey(
  app: App,
  text: string,
  { account: wanted, keystore, keyStdin, kind }: KeyRequest,
): Promise<ExternalKey> {
  const url = readSignerUrl(text)
  if (keystore !== null || keyStdin) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'More than one key is selected.', {
      hint: 'With --signer, leave out --keystore and --key-stdin.',
      context: { check: 'K1' },
    })
  }
  if (kind === 'ton') {
    throw new SwaprouteError('KEY_UNAVAILABLE', 'An external signer signs for EVM chains only.', {
      hint: 'Choose a TON account with --account.',
    })
  }
  const http = createHttpClient({
    bases: [url],
    named: [url],
    now: app.host.io.now,
    silenceMs: answerLimitMs,
  })
  app.onClose(() => http.close())
  const signer = await connectSigner(url, http, app.host.signal)
  const address = chosenAddress(signer.addresses, wanted, signer.host)
  const realm = app.config.sandbox ? 'sandbox' : 'live'
  app.host.warn(
    'EXTERNAL_SIGNER',
    `The signer at ${signer.host} asks for your confirmation of each transaction as well.`,
  )
  return {
    account: { name: 'signer', kind: 'evm', address, source: 'signer' },
    open: () => signer.signerOf(address, realm),
  }
}

function chosenAddress(addresses: readonly string[], wanted: string | null, host: string): string {
  if (wanted !== null) {
    const found = addresses.find((address) => isSameAddress(address, wanted))
    if (found !== undefined) return found
    throw new SwaprouteError(
      'KEY_UNAVAILABLE',
      `The signer at ${host} does not have the account ${wanted}.`,
      {
        hint:
          addresses.length === 0
            ? 'It has none; unlock or allow one in the signer.'
            : `With --signer, --account is one of its addresses: ${addresses.join(', ')}.`,
      },
    )
  }
  const [only, ...others] = addresses
  if (only === undefined) {
    throw new SwaprouteError('KEY_UNAVAILABLE', `The signer at ${host} has no accounts.`, {
      hint: 'Unlock or allow one in the signer.',
    })
  }
  if (others.length === 0) return only
  throw new SwaprouteError('KEY_UNAVAILABLE', `The signer at ${host} has several accounts.`, {
    hint: `Choose one with --account: ${addresses.join(', ')}.`,
  })
}
