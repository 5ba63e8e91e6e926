import type { HostHandlers } from '#shared/contract/bridge.ts'
import { parseDateTime } from '#shared/util/dates.ts'
import type { DraftStore } from '../dataFolder/localDrafts.ts'
import { AppError } from '#shared/errors/index.ts'
import type { SessionStore } from '../auth/sessions.ts'

export function localDraftHandlers(deps: {
  drafts: DraftStore
  sessions: SessionSource
  /** Epoch ms. Drafts from before this time stay hidden; 0: none is hidden. */
  since: () => number
}) {
  const { drafts, since } = deps
  const account = accountOf(deps.sessions)
  const isShown = ({ savedAt }: { savedAt: string }): boolean =>
    since() === 0 || (parseDateTime(savedAt) ?? 0) >= since() - 1000
  return {
    'localDrafts.list': async ({ key }) => (await drafts.list(account(), key)).filter(isShown),
    'localDrafts.find': async ({ prefix }) => (await drafts.find(account(), prefix)).filter(isShown),
    'localDrafts.get': async ({ key, writer }) => {
      const draft = await drafts.get(account(), key, writer)
      return draft && isShown(draft) ? draft : null
    },
    'localDrafts.put': async ({ key, writer, text }) => drafts.put(account(), key, text, writer),
    'localDrafts.remove': async ({ key, writer }) => {
      await drafts.remove(account(), key, writer)
      return null
    },
  } satisfies HostHandlers<'localDrafts'>
}

type SessionSource = Pick<SessionStore, 'currentConnectionId' | 'facts' | 'onChange'>

/**
 * The owner of the drafts: the current connection and account. An account stays known after its session has ended, so
 * that text typed just before is still stored for it.
 */
function accountOf(sessions: SessionSource): () => string {
  const last = new Map<string, string>()
  const currentId = (): string | null => {
    const id = sessions.currentConnectionId()
    const username = id === null ? undefined : sessions.facts(id)?.username
    if (id !== null && username) last.set(id, username)
    return id
  }
  sessions.onChange(() => void currentId())
  return () => {
    const id = currentId()
    const username = id === null ? undefined : last.get(id)
    if (id === null || !username) throw new AppError('unauthorized', '请先登录')
    return JSON.stringify([id, username])
  }
}
