import { readFile, rm, writeFile } from 'node:fs/promises'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { writeError } from '#services/files/writeError.ts'
import { DEFAULT_IGNORES, ignoreRules } from '../core/ignoreRules.ts'
import { IGNORE_FILE } from '../core/names.ts'
import { byPath, type Entry } from '../core/tree.ts'
import { isMissing, sha256Of } from '../local/hash.ts'
import { makeReserved } from '../local/layout.ts'
import type { WorkspaceContext } from './context.ts'

/** Paths of a preview that are told by name; the rest is a number. */
const SHOWN = 500

const read = async ({ files }: WorkspaceContext): Promise<Buffer | null> => {
  try {
    return await readFile(await files.resolve(IGNORE_FILE))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The workspace's own ignore rules, as they stand in the folder. */
export async function readIgnoreFile(bench: WorkspaceContext): Promise<OutputOf<'workspaces.ignoreFile'>> {
  const bytes = await read(bench)
  return {
    text: bytes?.toString('utf8') ?? '',
    hash: bytes ? sha256Of(bytes) : '',
    always: DEFAULT_IGNORES.filter((line) => line !== IGNORE_FILE),
  }
}

/** What other rules would leave out from then on, and what they would take up again. Nothing is changed. */
export function previewIgnores(bench: WorkspaceContext, text: string): OutputOf<'workspaces.previewIgnores'> {
  const [now, next] = [bench.local.ignores, ignoreRules(text)]
  const there = new Map<string, Entry>([...bench.trees.tree('remote'), ...bench.trees.tree('local')])
  const leftOut: string[] = []
  const takenUp: string[] = []
  for (const [path, { kind }] of there) {
    const [before, after] = [now(path, kind), next(path, kind)]
    if (after && !before) leftOut.push(kind === 'folder' ? `${path}/` : path)
    if (before && !after) takenUp.push(kind === 'folder' ? `${path}/` : path)
  }
  // What is ignored in the folder stands in no tree; an ignored folder stands for all in it.
  for (const path of bench.local.ignored) {
    const isKept = next(path, 'file') || next(path, 'folder')
    if (!there.has(path) && !isKept) takenUp.push(path)
  }
  return { leftOut: listOf(leftOut), takenUp: listOf(takenUp) }
}

const listOf = (paths: string[]): { count: number; paths: string[] } => ({
  count: paths.length,
  paths: paths.toSorted(byPath).slice(0, SHOWN),
})

/**
 * Writes the rules in one step, also while a cycle runs, as any editor does: it may wait for a server that does not answer.
 * Errors: conflict when the file is another one than `hash` names ('': there was none).
 */
export async function saveIgnoreFile(bench: WorkspaceContext, text: string, hash: string): Promise<void> {
  const { files, layout, local, heard } = bench
  const before = await files.look(IGNORE_FILE)
  if (before === 'other') throw new AppError('conflict', `“${IGNORE_FILE}”不是普通文件，请先把它移开`)
  if ((before?.sha256 ?? '') !== hash)
    throw new AppError('conflict', '忽略规则在您打开之后又被改过（例如用其他编辑器），请重新打开再修改')
  const bytes = Buffer.from(text)
  const entry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length } as const
  await makeReserved(layout)
  const temp = files.tempPath()
  try {
    await writeFile(temp, bytes, { flag: 'wx' })
    await files.place(temp, IGNORE_FILE, entry, before)
  } catch (error) {
    throw error instanceof AppError ? error : (writeError(error, IGNORE_FILE) ?? error)
  } finally {
    await rm(temp, { force: true })
  }
  local.hint(IGNORE_FILE)
  heard.hint()
}
