import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { Shell } from '../ports.ts'
import { readConflictDetail } from './engine/conflicts/conflictDetail.ts'
import {
  hasSignature,
  findOpenStops,
  confirmStop,
  readDisplayedStop,
  readHeldItems,
  revertStop,
  writeStops,
} from './engine/safetyStops.ts'
import { readRestorePointFile, listRestorePointFiles, restorePaths } from './engine/history.ts'
import { previewIgnores, readIgnoreFile, saveIgnoreFile } from './engine/ignoreFile.ts'
import { computeSettledPlan, syncOnce } from './engine/syncOnce.ts'
import { resolveConflict } from './engine/conflicts/resolve.ts'
import type { WorkspaceConnector } from './workspaces/connect.ts'
import type { OpenWorkspaces } from './workspaces/openWorkspaces.ts'
import { AppError } from '#shared/errors/index.ts'
import { gitHeadOf } from './local/git.ts'
import { type Engine, FOLDER_MISSING_TEXT } from './engine/engine.ts'
import { findTemplateErrors } from './engine/templateErrors.ts'
import { copyFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OutputOf } from '#shared/contract/registry.ts'
import { sameEntry } from './core/tree.ts'
import { hashFile } from './local/hashFile.ts'
import { createFoldersBelow } from './local/layout.ts'
import { addLogLine, type WorkspaceContext } from './engine/context.ts'
import { requiresNewPlan, explain } from './engine/failures.ts'

/** Restores deleted bytes to their local path (S20). Errors: not-found; conflict when the path exists. */
async function restoreFromTrash(context: WorkspaceContext, entry: string): Promise<void> {
  const { path, file } = await context.trash.find(entry)
  const there = await context.files.readEntry(path).catch(() => null)
  if (there && there !== 'other' && sameEntry(there, await hashFile(file))) return context.trash.remove(entry)
  const temp = context.files.tempPath()
  await createFoldersBelow(context.layout.root, dirname(temp))
  await copyFile(file, temp)
  try {
    await createFoldersBelow(context.layout.root, dirname(join(context.layout.root, path)))
    await context.files.place(temp, path, await hashFile(temp), null)
  } catch (error) {
    if (!requiresNewPlan(error)) throw error
    throw new AppError('conflict', `“${path}”已经存在，请先改名或移走，再还原`, { cause: error })
  } finally {
    await rm(temp, { force: true })
  }
  await context.trash.remove(entry)
  addLogLine(context, 'info', path, '已从回收站还原')
}

/** Restores everything that one sync removed; of several versions of a file, the last. Errors: not-found. */
async function restoreTrashGroup(
  context: WorkspaceContext,
  moment: string,
): Promise<OutputOf<'workspaces.restoreMoment'>> {
  const entries = (await context.trash.list()).filter((entry) => entry.moment === moment)
  if (entries.length === 0) throw new AppError('not-found', '回收站中已没有这次同步的文件，可能已被还原或过期')
  const left: { path: string; reason: string }[] = []
  const done = new Set<string>()
  for (const { entry, path } of entries) {
    if (done.has(path)) continue
    await restoreFromTrash(context, entry).then(
      () => done.add(path),
      (error: unknown) => left.push({ path, reason: explain(error).message }),
    )
  }
  return { restored: done.size, left }
}

const LIVE_ONLY = '本地的修改没有上传，请同意上传，或暂停同步'
const CHANGED_SINCE = '文件在查看之后又有变化，请查看新的清单后再决定'
const STOP_RESOLVED = '安全停止的原因已消除，同步已继续'

/**
 * Applies a person's answer to a safety stop (S17, S18). Errors: conflict when the files changed since the stop was
 * shown.
 */
async function answerSafetyStop(engine: Engine, answer: 'proceed' | 'restore', signature: string): Promise<void> {
  const { store } = engine.context
  const halt = readDisplayedStop(store)
  if (!halt) throw new AppError('not-found', '这次安全停止已结束，同步已继续')
  if (halt.kind === 'local-root-missing') throw new AppError('rejected', FOLDER_MISSING_TEXT)
  if ((halt.kind === 'live-template' || halt.kind === 'template-errors') && answer === 'restore')
    throw new AppError('rejected', LIVE_ONLY)
  // The answer covers the shown files, not a count: the plan is computed again, including files being written, and must
  // match.
  await engine.runAction('halt', async ({ session, sleep, liveSites }) => {
    const { sides, plan, look } = await computeSettledPlan({ session, sleep })
    const stops = await findOpenStops({
      store,
      sides,
      plan,
      files: session.trees.fileCounts,
      rootMissing: look.rootMissing,
      git: await gitHeadOf(session.layout.root),
      liveSites,
      templateErrors: () => findTemplateErrors(session),
    })
    const [stop] = stops
    if (!stop || !hasSignature(stop, signature)) {
      writeStops(store, stops)
      throw new AppError('conflict', stop ? CHANGED_SINCE : STOP_RESOLVED)
    }
    if (answer === 'proceed') confirmStop(store, stop)
    else await revertStop(session, sides, stop)
  })
}

interface HandlerDeps {
  workspaces: OpenWorkspaces
  connector: WorkspaceConnector
  shell: Shell
}

const RECENT_LINES = 500

/** The operations of the contract's area `workspaces`. */
export function workspaceHandlers({ workspaces, connector, shell }: HandlerDeps): HostHandlers<'workspaces'> {
  const engineOf = (id: string) => workspaces.find(id)
  const contextOf = (id: string) => engineOf(id).context
  return {
    'workspaces.list': async () => workspaces.views(),
    'workspaces.propose': (input) => connector.propose(input),
    'workspaces.plan': (input) => connector.plan(input),
    'workspaces.connect': ({ planId }) => workspaces.connect(() => connector.confirm(planId)),
    async 'workspaces.detail'({ id }) {
      const { states, store } = contextOf(id)
      return { workspace: engineOf(id).view(), files: states.list(), log: store.log.recent(RECENT_LINES) }
    },
    async 'workspaces.log'({ id, key, level, page, size }) {
      const { lines, total } = contextOf(id).store.log.page({ key, level, page, size })
      return { content: lines, totalElements: total, totalPages: Math.ceil(total / size) }
    },
    'workspaces.ignoreFile': ({ id }) => readIgnoreFile(contextOf(id)),
    'workspaces.previewIgnores': async ({ id, text }) => previewIgnores(contextOf(id), text),
    async 'workspaces.saveIgnoreFile'({ id, text, hash }) {
      const engine = engineOf(id)
      await saveIgnoreFile(engine.context, text, hash).finally(() => engine.requestServerQuery())
      return null
    },
    'workspaces.conflict': async ({ id, path }) =>
      engineOf(id).runAction('resolve', ({ session }) => readConflictDetail(session, path)),
    async 'workspaces.resolve'({ id, ...resolution }) {
      await engineOf(id).runAction('resolve', ({ session }) => resolveConflict(session, resolution))
      return null
    },
    async 'workspaces.syncNow'({ id }) {
      engineOf(id).syncNow()
      return null
    },
    'workspaces.transfer': async ({ id, ...options }) =>
      engineOf(id).runAction('transfer', (once) => syncOnce(once, options)),
    'workspaces.pause': ({ id }) => workspaces.setPaused(id, true),
    'workspaces.resume': ({ id }) => workspaces.setPaused(id, false),
    async 'workspaces.halt'({ id }) {
      const { store } = contextOf(id)
      return { halt: readDisplayedStop(store), items: readHeldItems(store) }
    },
    async 'workspaces.answerHalt'({ id, answer, signature }) {
      await answerSafetyStop(engineOf(id), answer, signature)
      return engineOf(id).view()
    },
    async 'workspaces.disconnect'({ id }) {
      await workspaces.disconnect(id)
      return null
    },
    async 'workspaces.reveal'({ id }) {
      await shell.revealFolder(contextOf(id).layout.root)
      return null
    },
    'workspaces.trash': async ({ id }) => contextOf(id).trash.list(),
    'workspaces.moments': async ({ id }) =>
      contextOf(id)
        .store.restorePoints.list()
        .map(({ id: moment, ...rest }) => ({ moment, ...rest })),
    'workspaces.momentFiles': async ({ id, moment }) => listRestorePointFiles(contextOf(id), moment),
    'workspaces.momentFile': async ({ id, moment, path }) =>
      engineOf(id).exclusive(() => readRestorePointFile(contextOf(id), moment, path)),
    'workspaces.putBack': async ({ id, moment, paths }) =>
      engineOf(id).changeFolder((context) => restorePaths(context, moment, paths)),
    'workspaces.restoreMoment': async ({ id, moment }) =>
      engineOf(id).changeFolder((context) => restoreTrashGroup(context, moment)),
    async 'workspaces.restoreTrash'({ id, entry }) {
      await engineOf(id).changeFolder((context) => restoreFromTrash(context, entry))
      return null
    },
  }
}
