import type { StoredFacts } from '../auth/facts.ts'
import type { SessionStore } from '../auth/sessions.ts'
import type { SignIn } from '../auth/signIn.ts'
import { BUILTIN } from '../connections/connections.ts'
import type { Logger } from '../types.ts'
import type { Backend } from './backend.ts'

/**
 * Without a keychain, the built-in server's session ends with the program. The owner of its data folder can get a token
 * for any account, so the next start signs the same account in again. Signing out deletes the facts, which prevents
 * this.
 */
export async function signInAgain(
  deps: { sessions: SessionStore; signIn: SignIn; backend: Backend; log: Logger },
  withoutToken: StoredFacts,
): Promise<void> {
  const { sessions, signIn, backend, log } = deps
  const facts = withoutToken[BUILTIN]
  if (!facts) return
  try {
    await backend.ensure()
    await signIn.withToken(BUILTIN, await backend.token(facts.username))
    await sessions.updateFacts(BUILTIN, { currentSiteId: facts.currentSiteId })
    await signIn.verify(BUILTIN)
  } catch (error) {
    log.warn('not signed in again to the built-in server', { error })
  }
}
