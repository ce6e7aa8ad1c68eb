/**
 * What `await import('undici')` gets in the bundle: the pool's part and the proxy agents,
 * which load only where a proxy is set; see `smallUndici` in plugins.mjs.
 */
export * from './undici.mjs'
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js'
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js'
