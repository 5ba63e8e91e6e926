import { sessionFinder } from '#server/http/auth.ts'
import type { Resource } from '#server/http/routes.ts'
import { registerOpenWork } from './openWork.ts'
import { ownFiles } from './ownFiles.ts'
import { routes } from './routes.ts'
import { findSession } from './sessions.ts'

export { accountAuthority, callAuthority, readAuthority } from './authority.ts'
export { captchaHash } from './captcha.ts'
export { accountsFound } from './list.ts'
export { issueLoginToken } from './loginTokens.ts'
export { type OpenWorkKind, registerOpenWork } from './openWork.ts'
export { requireFreeName, unlessTaken, usernameKeyOf } from './names.ts'
export { givenPassword, hashPassword } from './passwords.ts'
export { findByName } from './repo.ts'
export { ownPassword } from './changePassword.ts'
export { proveByCode } from './secondStep.ts'
export { requireAccount, requireOthers } from './rights.ts'
export { closeSession, endSessions } from './sessions.ts'
export { trueNameOf } from './trueName.ts'
export { WAITS } from './signInLog.ts'
sessionFinder.register(findSession)
registerOpenWork(ownFiles)

export const account: Resource = { routes }
