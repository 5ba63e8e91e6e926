import type { HostHandlers } from '#shared/contract/bridge.ts'
import { momentOf } from '#shared/util/dates.ts'
import type { DraftStore } from '../drafts/store.ts'

export function localDraftHandlers(deps: {
  drafts: DraftStore
  account: () => string
  /** Drafts of before this moment rest where they lie, ms since 1970; 0: none rests. */
  since: () => number
}) {
  const { drafts, account, since } = deps
  const isShown = ({ savedAt }: { savedAt: string }): boolean =>
    since() === 0 || (momentOf(savedAt) ?? 0) >= since() - 1000
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
