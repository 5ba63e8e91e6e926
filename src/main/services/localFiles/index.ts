import { join } from 'node:path'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Emit } from '../types.ts'
import type { Shell } from '../ports.ts'
import { createEditors, type Editors } from './editors.ts'
import { createEntry, listEntries, removeEntry, renameEntry } from './entries.ts'
import { checkedPath, resolveFile, type WorkspaceFolder } from './resolveFile.ts'
import { bestPaths } from './quickOpen.ts'
import { runSearch } from './search/run.ts'
import { createVersions, openText, saveText } from './texts.ts'

export interface LocalFilesDeps {
  /** The folder of a workspace. Error: not-found for one that is not connected. */
  folderOf: (workspace: string) => WorkspaceFolder
  /** The connected workspaces, by what they are called. */
  workspaces: () => readonly { id: string; name: string }[]
  emit: Emit
  shell: Shell
  editors?: Editors
}

/** Files of each workspace that a search in all of them answers. */
const OF_EACH = 8

/** `editor` of localFiles.openIn: the system's file manager. */
const FILE_MANAGER = 'folder'

/** The built-in editor's files. Every path is checked here: below the workspace's folder, and through no link. */
export function localFileHandlers(deps: LocalFilesDeps): HostHandlers<'localFiles'> {
  const { folderOf, workspaces, emit, shell, editors = createEditors() } = deps
  const versionOf = createVersions()
  const searches = new Map<string, AbortController>()
  return {
    'localFiles.list': ({ id, path }) => listEntries(folderOf(id), path),
    async 'localFiles.find'({ id, text }) {
      const paths = folderOf(id).paths()
      return { paths: bestPaths(paths, text), of: paths.length }
    },
    'localFiles.findAll': async ({ text }) =>
      workspaces().flatMap(({ id, name }) =>
        bestPaths(folderOf(id).paths(), text)
          .slice(0, OF_EACH)
          .map((path) => ({ id, workspace: name, path })),
      ),
    'localFiles.open': ({ id, path }) => openText(folderOf(id), path),
    async 'localFiles.versions'({ id, paths }) {
      const folder = folderOf(id)
      return Promise.all(paths.map(async (path) => ({ path, hash: await versionOf(folder, path) })))
    },
    'localFiles.save': ({ id, ...input }) => saveText(folderOf(id), input),
    async 'localFiles.create'({ id, path, folder }) {
      await createEntry(folderOf(id), path, folder)
      return null
    },
    async 'localFiles.rename'({ id, path, to }) {
      await renameEntry(folderOf(id), path, to)
      return null
    },
    'localFiles.remove': async ({ id, path }) => ({ files: await removeEntry(folderOf(id), path) }),
    async 'localFiles.search'({ id, search, ...question }) {
      const { layout, paths, diskPath } = folderOf(id)
      const stop = new AbortController()
      searches.get(search)?.abort()
      searches.set(search, stop)
      try {
        return await runSearch({
          question,
          files: paths().map((path) => ({ path, target: join(layout.root, diskPath(path)) })),
          onFound: (files, read, of) => emit('localFiles.found', { search, files, read, of }),
          signal: stop.signal,
        })
      } finally {
        if (searches.get(search) === stop) searches.delete(search)
      }
    },
    async 'localFiles.stopSearch'({ search }) {
      searches.get(search)?.abort()
      return null
    },
    'localFiles.editors': () => editors.list(),
    async 'localFiles.openIn'({ id, editor, path }) {
      const folder = folderOf(id)
      const target = path === '' ? folder.layout.root : await resolveFile(folder, checkedPath(path))
      if (editor === FILE_MANAGER) await shell.revealFolder(folder.layout.root)
      else await editors.open(editor, target)
      return null
    },
  }
}
