import { readFile, rm, writeFile } from 'node:fs/promises'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { writeError } from '#services/files/writeError.ts'
import { DEFAULT_IGNORES, createIgnoreRules } from '../core/ignoreRules.ts'
import { IGNORE_FILE } from '../core/names.ts'
import { byPath, type Entry } from '../core/tree.ts'
import { isMissing, sha256Of } from '../local/hash.ts'
import { createReservedFolder } from '../local/layout.ts'
import type { WorkspaceContext } from './context.ts'

/** Maximum number of paths that a preview lists by name. */
const MAX_LISTED_PATHS = 500

const readBytes = async ({ files }: WorkspaceContext): Promise<Buffer | null> => {
  try {
    return await readFile(await files.resolve(IGNORE_FILE))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The workspace's own ignore rules as stored in the folder. */
export async function readIgnoreFile(context: WorkspaceContext): Promise<OutputOf<'workspaces.ignoreFile'>> {
  const bytes = await readBytes(context)
  return {
    text: bytes?.toString('utf8') ?? '',
    hash: bytes ? sha256Of(bytes) : '',
    always: DEFAULT_IGNORES.filter((line) => line !== IGNORE_FILE),
  }
}

/** Lists the paths that new rules would ignore, and those they would stop ignoring. Changes nothing. */
export function previewIgnores(context: WorkspaceContext, text: string): OutputOf<'workspaces.previewIgnores'> {
  const [now, next] = [context.local.ignores, createIgnoreRules(text)]
  const there = new Map<string, Entry>([...context.trees.copyTree('remote'), ...context.trees.copyTree('local')])
  const leftOut: string[] = []
  const takenUp: string[] = []
  for (const [path, { kind }] of there) {
    const [before, after] = [now(path, kind), next(path, kind)]
    if (after && !before) leftOut.push(kind === 'folder' ? `${path}/` : path)
    if (before && !after) takenUp.push(kind === 'folder' ? `${path}/` : path)
  }
  // Ignored local paths are in no tree; an ignored folder stands for everything in it.
  for (const path of context.local.ignored) {
    const isKept = next(path, 'file') || next(path, 'folder')
    if (!there.has(path) && !isKept) takenUp.push(path)
  }
  return { leftOut: toLimitedList(leftOut), takenUp: toLimitedList(takenUp) }
}

const toLimitedList = (paths: string[]): { count: number; paths: string[] } => ({
  count: paths.length,
  paths: paths.toSorted(byPath).slice(0, MAX_LISTED_PATHS),
})

/**
 * Writes the rules atomically, even during a cycle, because a cycle may wait for an unresponsive server. Error
 * conflict: the file's hash differs from `hash` ('' means that there was no file).
 */
export async function saveIgnoreFile(context: WorkspaceContext, text: string, hash: string): Promise<void> {
  const { files, layout, local, hints } = context
  const before = await files.readEntry(IGNORE_FILE)
  if (before === 'other') throw new AppError('conflict', `“${IGNORE_FILE}”不是普通文件，请先把它移开`)
  if ((before?.sha256 ?? '') !== hash)
    throw new AppError('conflict', '忽略规则在打开之后又被修改（例如用其他编辑器），请重新打开后再修改')
  const bytes = Buffer.from(text)
  const entry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length } as const
  await createReservedFolder(layout)
  const temp = files.tempPath()
  try {
    await writeFile(temp, bytes, { flag: 'wx' })
    await files.place(temp, IGNORE_FILE, entry, before)
  } catch (error) {
    throw error instanceof AppError ? error : (writeError(error, IGNORE_FILE) ?? error)
  } finally {
    await rm(temp, { force: true })
  }
  local.addHint(IGNORE_FILE)
  hints.addHint()
}
