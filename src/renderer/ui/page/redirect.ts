/** Page where an account changes the password that an administrator set. */
export const FIRST_PASSWORD_PATH = '/first-password'
/** Page where an account sets up the second factor that its group requires. */
export const SECOND_FACTOR_PATH = '/second-factor'

/** C·§2: the page to open after sign-in; / for targets /404, /403 or outside of the product. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? '/'
  const local = target.startsWith('/') && !target.startsWith('//')
  return local && !/^\/(404|403|login|auto-login|connect|first-password|second-factor)\b/.test(target) ? target : '/'
}
