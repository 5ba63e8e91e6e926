import { AppError } from '#shared/errors/index.ts'
import type { SessionStore } from '../auth/sessions.ts'

type Known = Pick<SessionStore, 'currentConnectionId' | 'facts' | 'onChange'>

/**
 * Whose drafts are meant: the current connection and account. An account stays known after its session has ended, so that
 * what was just typed is still kept for it.
 */
export function accountOf(sessions: Known): () => string {
  const last = new Map<string, string>()
  const look = (): string | null => {
    const id = sessions.currentConnectionId()
    const username = id === null ? undefined : sessions.facts(id)?.username
    if (id !== null && username) last.set(id, username)
    return id
  }
  sessions.onChange(() => void look())
  return () => {
    const id = look()
    const username = id === null ? undefined : last.get(id)
    if (id === null || !username) throw new AppError('unauthorized', '请先登录')
    return JSON.stringify([id, username])
  }
}
