import { sessionFinder } from '#server/http/auth.ts'
import type { Resource } from '#server/http/routes.ts'
import { ownFilesWork, registerOpenWork } from './openWork.ts'
import { routes } from './routes.ts'
import { findSession } from './signIn/sessions.ts'

export { readAccountAuthority, readCachedAuthority, readAuthority } from './authority.ts'
export { captchaHash } from './signIn/captcha.ts'
export { queryVisibleAccounts } from './list.ts'
export { issueLoginToken } from './signIn/loginTokens.ts'
export { type OpenWorkKind, registerOpenWork } from './openWork.ts'
export { requireFreeName, rejectDuplicateName, toUsernameKey } from './names.ts'
export { decryptFormPassword, hashPassword } from './passwords.ts'
export { findAccountByName, readTrueName } from './repo.ts'
export { verifyOwnPassword } from './changePassword.ts'
export { confirmByCode } from './signIn/secondStep.ts'
export { requireAccount, rejectOwnAccount } from './rights.ts'
export { closeSession, endSessions } from './signIn/sessions.ts'
export { CODE_NEEDED_STATUS } from './signIn/signInLog.ts'
sessionFinder.register(findSession)
registerOpenWork(ownFilesWork)

export const account: Resource = { routes }
