import type { SessionStore } from './sessions.ts'
import type { SignIn } from './signIn.ts'
import type { Vault } from './vault.ts'

/** Opens the sessions of the last run when a keychain that had failed works again. */
export function resumeSessions(vault: Vault, sessions: SessionStore, signIn: SignIn): void {
  vault.onRecovered(async () => {
    await sessions.restore()
    const current = sessions.currentConnectionId()
    if (current !== null) await signIn.verify(current)
  })
}
