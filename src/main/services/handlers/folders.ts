import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Folders } from '../folders.ts'
import type { Dialogs } from '../ports.ts'
import type { Grants } from '../types.ts'

export function folderHandlers(deps: { folders: Folders; dialogs: Dialogs; grants: Grants }) {
  const { folders, dialogs, grants } = deps
  return {
    'folders.choose': async () => {
      const path = await dialogs.chooseFolder()
      return path === null ? null : { grant: grants.issue(path), label: path }
    },
    'folders.list': ({ node }) => folders.list(node),
    'folders.create': ({ node, name }) => folders.create(node, name),
    'folders.grant': ({ node }) => folders.choose(node),
  } satisfies HostHandlers<'folders'>
}
