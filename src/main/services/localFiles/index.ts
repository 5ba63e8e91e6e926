import { join } from 'node:path'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Emit } from '../types.ts'
import type { Shell } from '../ports.ts'
import { createEditors, type Editors } from './editors.ts'
import { createEntry, listEntries, removeEntry, renameEntry } from './entries.ts'
import { checkPath, resolveFile, type WorkspaceFolder } from './resolveFile.ts'
import { runSearch } from './search/run.ts'
import { createHashCache, openText, saveText } from './texts.ts'

interface LocalFilesDeps {
  /** The folder of a workspace. Error: not-found for a workspace that is not connected. */
  folderOf: (workspace: string) => WorkspaceFolder
  /** The connected workspaces with their names. */
  workspaces: () => readonly { id: string; name: string }[]
  emit: Emit
  shell: Shell
  editors?: Editors
}

/** Number of results per workspace when all are searched. */
const MAX_PER_WORKSPACE = 8

/** `editor` of localFiles.openIn: the system's file manager. */
const FILE_MANAGER = 'folder'

/**
 * File operations of the built-in editor. Every path is checked here: it must be inside the workspace's folder and pass
 * no link.
 */
export function localFileHandlers(deps: LocalFilesDeps): HostHandlers<'localFiles'> {
  const { folderOf, workspaces, emit, shell, editors = createEditors() } = deps
  const versionOf = createHashCache()
  const searches = new Map<string, AbortController>()
  return {
    'localFiles.list': ({ id, path }) => listEntries(folderOf(id), path),
    async 'localFiles.find'({ id, text }) {
      const paths = folderOf(id).listPaths()
      return { paths: findBestPaths(paths, text), of: paths.length }
    },
    'localFiles.findAll': async ({ text }) =>
      workspaces().flatMap(({ id, name }) =>
        findBestPaths(folderOf(id).listPaths(), text)
          .slice(0, MAX_PER_WORKSPACE)
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
      const { layout, listPaths, diskPath } = folderOf(id)
      const stop = new AbortController()
      searches.get(search)?.abort()
      searches.set(search, stop)
      try {
        return await runSearch({
          question,
          files: listPaths().map((path) => ({ path, target: join(layout.root, diskPath(path)) })),
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
      const target = path === '' ? folder.layout.root : await resolveFile(folder, checkPath(path))
      if (editor === FILE_MANAGER) await shell.revealFolder(folder.layout.root)
      else await editors.open(editor, target)
      return null
    },
  }
}

/** Maximum number of paths per result. */
const MAX_PATHS = 50

/**
 * The paths that best match the typed text: they contain its characters in this order, ignoring case. Paths whose name
 * begins with or contains the text come first; then shorter paths.
 */
function findBestPaths(paths: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase().replaceAll('\\', '/')
  const ranked: { path: string; rank: number }[] = []
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted)
    if (rank !== null) ranked.push({ path, rank })
  }
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_PATHS)
    .map(({ path }) => path)
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  if (path.includes(wanted)) return 2
  if (containsInOrder(name, wanted)) return 3
  return containsInOrder(path, wanted) ? 4 : null
}

function containsInOrder(text: string, wanted: string): boolean {
  let at = 0
  for (const character of wanted) {
    at = text.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}
