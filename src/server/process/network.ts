import { readFileSync } from 'node:fs'
import http from 'node:http'
import tls from 'node:tls'
import { setProxies } from '../http/wire/proxyRules.ts'

const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']
/** Hosts that are always reached without a proxy. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Routes outgoing requests of the server (statistics, messages, links) through the proxies of the environment
 * (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). Call once, before the first request.
 */
export function applyProxies(env: NodeJS.ProcessEnv): void {
  if (!PROXY_VARIABLES.some((name) => env[name])) return
  const exceptions = [env['no_proxy'] || env['NO_PROXY'] || '', ...LOCAL_HOSTS].filter(Boolean).join(',')
  const proxied = { ...env, NO_PROXY: exceptions, no_proxy: exceptions }
  http.setGlobalProxyFromEnv(proxied)
  setProxies(proxied)
}

/**
 * Makes outgoing requests trust the certificates of the operating system, which Node ignores by default and which
 * include those of a company, and of SITECRAFT_CA_CERTS, because Electron drops NODE_EXTRA_CA_CERTS. Call once, before
 * the first request; takes about 40 ms.
 */
export function trustSystemCertificates(env: NodeJS.ProcessEnv = process.env): void {
  addAuthorities(() => tls.getCACertificates('system'))
  addAuthorities(() => certificatesOf(env['SITECRAFT_CA_CERTS']))
}

/** Adds certificate authorities; an error leaves the trusted ones unchanged. */
function addAuthorities(read: () => readonly string[]): void {
  try {
    const known = tls.getCACertificates('default')
    const all = new Set([...known, ...read()])
    if (all.size > new Set(known).size) tls.setDefaultCACertificates([...all])
  } catch {
    // The store or file can't be read, or an early Node 24 can't add authorities.
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of a PEM file. */
const certificatesOf = (path: string | undefined): readonly string[] =>
  path ? (readFileSync(path, 'utf8').match(PEM) ?? []) : []
