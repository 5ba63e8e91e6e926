import type { SIGN_IN_METHODS } from '../contract/security.ts'

/** Display texts of the sign-in methods. */
export const SIGN_IN_METHOD_TITLES: Record<(typeof SIGN_IN_METHODS)[number], string> = {
  password: '密码登录',
  token: '自动登录',
  session: '使用中',
}
