/** The environment whose proxy variables apply (set by process/network.ts). */
let proxyEnv: NodeJS.ProcessEnv | null = null

export const setProxies = (env: NodeJS.ProcessEnv | null): void => void (proxyEnv = env)

/** Whether a request to this address goes through a proxy, by Node's rules for names in NO_PROXY. */
export function isProxied(url: URL): boolean {
  if (!proxyEnv) return false
  const env = proxyEnv
  const value = (name: string): string => env[name.toLowerCase()] || env[name] || ''
  if (!value(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')) return false
  const host = url.hostname.toLowerCase()
  const excepted = value('NO_PROXY')
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/:\d+$/, '').replace(/^\*?\./, ''))
  return !excepted.some((name) => name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`))))
}
