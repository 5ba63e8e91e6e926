import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { DraftStore } from '../drafts/store.ts'

export function localDraftHandlers({ drafts, account }: { drafts: DraftStore; account: () => string }) {
  return {
    'localDrafts.get': async ({ key }) => drafts.get(account(), key),
    'localDrafts.put': async ({ key, text }) => drafts.put(account(), key, text),
    'localDrafts.remove': async ({ key }) => {
      await drafts.remove(account(), key)
      return null
    },
  } satisfies HostHandlers<'localDrafts'>
}
