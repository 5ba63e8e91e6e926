import { readFileSync } from 'node:fs'
import http from 'node:http'
import tls from 'node:tls'
import { setProxies } from '../http/wire/proxied.ts'

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']
/** Never asked for through a proxy. */
const HERE = ['localhost', '127.0.0.1', '[::1]']

/**
 * How requests of this server leave it (services of others such as statistics, messages, links): by the proxies of the
 * environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). Call once, before the first request.
 */
export function applyProxies(env: NodeJS.ProcessEnv): void {
  if (!NAMES.some((name) => env[name])) return
  const exceptions = [env['no_proxy'] || env['NO_PROXY'] || '', ...HERE].filter(Boolean).join(',')
  const proxied = { ...env, NO_PROXY: exceptions, no_proxy: exceptions }
  http.setGlobalProxyFromEnv(proxied)
  setProxies(proxied)
}

/**
 * Requests of this server trust what the operating system trusts, NODE_EXTRA_CA_CERTS and SITECRAFT_CA_CERTS, which Electron
 * does not take away: certificates of a company stand in the system's store, which Node does not look into by itself. Call
 * once, before the first request; takes some 40 ms.
 */
export function trustSystem(env: NodeJS.ProcessEnv = process.env): void {
  trust(() => tls.getCACertificates('system'))
  trust(() => certificatesOf(env['SITECRAFT_CA_CERTS']))
}

/** Adds authorities; what can't be read leaves those that are trusted already. */
function trust(read: () => readonly string[]): void {
  try {
    const known = tls.getCACertificates('default')
    const all = new Set([...known, ...read()])
    if (all.size > new Set(known).size) tls.setDefaultCACertificates([...all])
  } catch {
    // A store or a file that can't be read, or an earlier Node 24, which can't add any.
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of a PEM file. */
const certificatesOf = (path: string | undefined): readonly string[] =>
  path ? (readFileSync(path, 'utf8').match(PEM) ?? []) : []
