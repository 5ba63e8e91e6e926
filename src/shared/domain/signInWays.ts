import type { SIGN_IN_WAYS } from '../contract/security.ts'

/** Display texts of the sign-in methods. */
export const SIGN_IN_WAY: Record<(typeof SIGN_IN_WAYS)[number], string> = {
  password: '密码登录',
  token: '自动登录',
  session: '使用中',
}
