/** Where an account changes a password that an administrator gave it. */
export const FIRST_PASSWORD_PATH = '/first-password'

/** C·§2: a redirect target of /404 or /403, or one outside of the product, leads to /. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? '/'
  const local = target.startsWith('/') && !target.startsWith('//')
  return local && !/^\/(404|403|login|auto-login|connect|first-password)\b/.test(target) ? target : '/'
}
