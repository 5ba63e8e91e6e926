import { z } from 'zod'
import type { Clock } from '#services/ports.ts'
import type { Logger } from '#services/types.ts'
import { openDatabase } from '../base/database.ts'
import { type BaseStore, createBaseStore } from '../base/store.ts'
import { createSyncTrees, type SyncTrees } from '../core/syncTrees.ts'
import { createLocalFiles } from '../local/files.ts'
import { layoutOf } from '../local/layout.ts'
import { LocalTree } from '../local/localTree.ts'
import { createTrash } from '../local/trash.ts'
import type { WorkspaceContext } from './context.ts'
import { createFileStates } from './fileStates.ts'
import { migrateHeldDeletions } from './safetyStops.ts'
import { createHintTracker } from './hintTracker.ts'
import { createRemoteTree } from './remoteTree.ts'
import type { Timing } from './timing.ts'

interface WorkspaceContextDeps {
  /** The synced folder. */
  root: string
  /** The template's folder on the server. */
  template: string
  /** Folder of this workspace's base, outside the synced folder. */
  stateDir: string
  timing: Timing
  sleep: WorkspaceContext['sleep']
  clock: Clock
  log: Logger
  onChange: () => void
  /** The current account and computer. */
  self: () => string
  /** The trees of an earlier scan of the folder. */
  seenFolder: SyncTrees | null
}

/** Opens the stored state of one workspace and the tools for its folder. */
export function openWorkspaceContext({
  root,
  template,
  stateDir,
  timing,
  sleep,
  clock,
  log,
  onChange,
  self,
  seenFolder,
}: WorkspaceContextDeps): WorkspaceContext {
  const layout = layoutOf(root, stateDir)
  const trees = createSyncTrees()
  const store = createBaseStore(openDatabase(stateDir, log), trees)
  store.deleteUnreferenced()
  migrateHeldDeletions(store)
  deleteFormerAnswers(store, template)
  if (seenFolder) {
    const scannedTree = seenFolder.copyTree('local')
    for (const [path, entry] of scannedTree)
      if (entry.kind === 'file') trees.set('local', path, entry, seenFolder.stamp(path))
    store.saveStamps([...scannedTree.keys()])
  }
  const trash = createTrash(layout, clock)
  const local = new LocalTree({ root, trees, settleMs: timing.settle })
  const files = createLocalFiles(layout, trash, (path) => local.diskPath(path))
  const states = createFileStates(store, () => local.ignored, onChange)
  const remoteTree = createRemoteTree(trees)
  const hints = createHintTracker(onChange)
  const removed = new Map<string, string>()
  const tools = { local, remoteTree, files, trash, states, hints }
  return { layout, store, trees, ...tools, sleep, timing, clock, log, removedContents: removed, currentAuthor: self }
}

/** Answers to safety stops applied to the former folder (template or draft), so a change of the folder deletes them. */
function deleteFormerAnswers(store: BaseStore, template: string): void {
  const before = store.read('template', z.string())
  if (before === template) return
  store.batch(() => {
    store.write('template', template)
    if (before === null) return
    for (const name of ['agreed', 'agreed-sites', 'held-deletions']) store.write(name, [])
    store.write('halt', null)
  })
}
