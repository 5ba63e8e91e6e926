import { sessionFinder } from '#server/http/auth.ts'
import type { Resource } from '#server/http/routes.ts'
import { ownFiles, registerOpenWork } from './openWork.ts'
import { routes } from './routes.ts'
import { findSession } from './signIn/sessions.ts'

export { accountAuthority, callAuthority, readAuthority } from './authority.ts'
export { captchaHash } from './signIn/captcha.ts'
export { accountsFound } from './list.ts'
export { issueLoginToken } from './signIn/loginTokens.ts'
export { type OpenWorkKind, registerOpenWork } from './openWork.ts'
export { requireFreeName, unlessTaken, usernameKeyOf } from './names.ts'
export { givenPassword, hashPassword } from './passwords.ts'
export { findByName, trueNameOf } from './repo.ts'
export { ownPassword } from './changePassword.ts'
export { proveByCode } from './signIn/secondStep.ts'
export { requireAccount, requireOthers } from './rights.ts'
export { closeSession, endSessions } from './signIn/sessions.ts'
export { WAITS } from './signIn/signInLog.ts'
sessionFinder.register(findSession)
registerOpenWork(ownFiles)

export const account: Resource = { routes }
