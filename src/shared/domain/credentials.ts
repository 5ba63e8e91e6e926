/** Rule of one field of the sign-in form. */
export interface CredentialRule {
  min: number
  max?: number
  /** Message for fewer characters than `min`. */
  missing: string
  /** Message for more characters than `max`. */
  long?: string
}

/**
 * Rules of the sign-in form (C·§5) for form and server, in the form's order. This module avoids the schema library,
 * which is larger than the sign-in page's own code.
 */
export const CREDENTIALS = {
  username: { min: 1, max: 254, missing: '用户名不能为空', long: '用户名不能超过 254 个字' },
  password: { min: 6, missing: '密码不能少于6位' },
  imageCodeValue: { min: 1, max: 16, missing: '请输入验证码', long: '验证码不能超过 16 个字' },
} as const satisfies Record<string, CredentialRule>

export type CredentialName = keyof typeof CREDENTIALS
export type Credentials = Record<CredentialName, string>
export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as CredentialName[]

/** The problem of a trimmed value; null for none. */
export function credentialProblem(name: CredentialName, value: string): string | null {
  const { min, max = Infinity, missing, long = missing }: CredentialRule = CREDENTIALS[name]
  if (value.length < min) return missing
  return value.length > max ? long : null
}
