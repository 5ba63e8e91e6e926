import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Folders } from '../grants/folders.ts'
import type { Dialogs } from '../ports.ts'
import type { Grants } from '../types.ts'

export function folderHandlers(deps: { folders: Folders; dialogs: Dialogs; grants: Grants }) {
  const { dialogs, grants } = deps
  /** If the host opens folders with a native dialog, the page must not open any by itself. */
  const folders = (): Folders => {
    if (dialogs.native) throw new AppError('unsupported', '请在系统的对话框中选择文件夹')
    return deps.folders
  }
  return {
    'folders.choose': async () => {
      const path = await dialogs.chooseFolder()
      return path === null ? null : { grant: grants.issue(path), label: path }
    },
    'folders.list': async ({ node }) => folders().list(node),
    'folders.create': async ({ node, name }) => folders().create(node, name),
    'folders.grant': async ({ node }) => folders().choose(node),
  } satisfies HostHandlers<'folders'>
}
