import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { DraftStore } from '../drafts/store.ts'

export function localDraftHandlers({ drafts, account }: { drafts: DraftStore; account: () => string }) {
  return {
    'localDrafts.list': async ({ key }) => drafts.list(account(), key),
    'localDrafts.find': async ({ prefix }) => drafts.find(account(), prefix),
    'localDrafts.get': async ({ key, writer }) => drafts.get(account(), key, writer),
    'localDrafts.put': async ({ key, writer, text }) => drafts.put(account(), key, text, writer),
    'localDrafts.remove': async ({ key, writer }) => {
      await drafts.remove(account(), key, writer)
      return null
    },
  } satisfies HostHandlers<'localDrafts'>
}
