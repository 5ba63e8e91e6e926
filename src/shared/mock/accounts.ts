/** An account of the mock server (C·§6), which accepts any password. */
export interface MockAccount {
  username: string
  token: string
  roles: readonly MockRole[]
  ability: readonly MockAbility[]
}

const MOCK_ROLES = ['admin', 'editor'] as const
export type MockRole = (typeof MOCK_ROLES)[number]
export type MockAbility = 'read' | 'write' | 'delete'

/** The accounts of C·§6. */
export const MOCK_ACCOUNTS: readonly MockAccount[] = [
  { username: 'admin', token: 'admin-token', roles: ['admin'], ability: ['read', 'write', 'delete'] },
  { username: 'editor', token: 'editor-token', roles: ['editor'], ability: ['read', 'write'] },
  { username: 'test', token: 'test-token', roles: ['admin', 'editor'], ability: ['read'] },
]

/** Failures of the mock server (C·§8); both come with code 500. */
export const MOCK_ERRORS = {
  login: '帐户或密码不正确',
  socialLogin: '未成功获取Token',
} as const
