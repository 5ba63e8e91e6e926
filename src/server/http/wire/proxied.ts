/** The environment by which requests go out, once it is in force (process/network.ts). */
let inForce: NodeJS.ProcessEnv | null = null

export const setProxies = (env: NodeJS.ProcessEnv | null): void => void (inForce = env)

/** Does a request to this address go through a proxy? Node's own rules of NO_PROXY, as far as names go. */
export function isProxied(url: URL): boolean {
  if (!inForce) return false
  const env = inForce
  const value = (name: string): string => env[name.toLowerCase()] || env[name] || ''
  if (!value(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')) return false
  const host = url.hostname.toLowerCase()
  const excepted = value('NO_PROXY')
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/:\d+$/, '').replace(/^\*?\./, ''))
  return !excepted.some((name) => name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`))))
}
