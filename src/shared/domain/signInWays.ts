import type { SIGN_IN_WAYS } from '../contract/security.ts'

/** How somebody came in, as it is shown. */
export const SIGN_IN_WAY: Record<(typeof SIGN_IN_WAYS)[number], string> = {
  password: '密码登录',
  token: '自动登录',
  session: '使用中',
}
