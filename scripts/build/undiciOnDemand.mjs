/**
 * What `await import('undici')` gets in the bundle: the agent that goes through a proxy, which
 * loads only where one is set; see `smallUndici` in plugins.mjs.
 */
import connect from 'undici/lib/api/api-connect.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

// undici's index.js adds its calls to this prototype; the agent opens its tunnels with `connect`.
Dispatcher.prototype.connect = connect

export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js'
