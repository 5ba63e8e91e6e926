import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { syncFolder, syncTree, writeDurably } from '../files/durable.ts'
import { writeError } from '../files/writeError.ts'

/** Format of this program's own files (connections, settings, queue of uploads, bases of workspaces). */
const FORMAT = 1
/** Converts the files of an earlier format. Runs again on the copied files if the program was killed during it. */
export interface FormatStep {
  /** The format after this step; the step before it is one lower. */
  to: number
  run(dataDir: string): Promise<void>
}
const STEPS: readonly FormatStep[] = []

const MARK = 'format.json'
const mark = z.object({ format: z.number().int().min(1), version: z.string() })
const COPIES_FOLDER = 'before-upgrade'
/** The server copies its own data; the others are no data, or may be large and are never changed by a step. */
const EXCLUDED_NAMES = new Set(['server', 'logs', 'electron', 'crashes', 'updates', COPIES_FOLDER, 'spool', MARK])
const LARGE = /[\\/](trash|files)$/

/**
 * Refuses a data folder of a newer program, and upgrades one of an earlier program: copies its files, runs the missing
 * steps, and marks the folder last. After a killed upgrade, the copied files are restored before it runs again.
 * @throws AppError `unsupported` for newer data, `no-space`, `read-only`
 */
export async function upgradeDataFormat(
  dataDir: string,
  version: string,
  { format, steps }: { format: number; steps: readonly FormatStep[] } = { format: FORMAT, steps: STEPS },
): Promise<void> {
  const known = readMark(dataDir)
  const from = known?.format ?? 1
  if (from > format) {
    throw new AppError(
      'unsupported',
      `数据文件夹 ${dataDir} 由更新版本的站匠（${known?.version ?? ''}）写入，当前版本 ${version} 无法打开，未改动任何内容。请安装更新的版本，或用 --data 换一个文件夹`,
    )
  }
  try {
    if (from < format) {
      const copy = copyOf(dataDir, from)
      if (await isThere(copy)) await restoreCopy(copy, dataDir)
      else await copyOriginals(dataDir, copy)
      for (const step of steps) if (step.to > from && step.to <= format) await step.run(dataDir)
    }
    if (known?.format !== format || known.version !== version) {
      await writeMark(dataDir, { format, version })
    }
  } catch (error) {
    throw writeError(error, dataDir) ?? error
  }
}

/** The format of this folder. */
export const readFormat = (dataDir: string): number => readMark(dataDir)?.format ?? 1

/**
 * Restores the files that an upgrade from this format copied, and deletes the copy: a remaining copy would be used by
 * the next upgrade. Does nothing without a copy. Can be repeated after an interruption.
 */
export async function revertDataFormat(dataDir: string, former: z.input<typeof mark>): Promise<void> {
  const copy = copyOf(dataDir, former.format)
  if (!(await isThere(copy))) return
  await rm(`${copy}.part`, { recursive: true, force: true })
  await restoreCopy(copy, dataDir)
  await writeMark(dataDir, former)
  // Renamed to the name of an incomplete copy: a half-deleted copy must not count as complete.
  await rename(copy, `${copy}.part`)
  await rm(`${copy}.part`, { recursive: true, force: true })
}

const copyOf = (dataDir: string, format: number): string => join(dataDir, COPIES_FOLDER, `host-${format}`)

const writeMark = (dataDir: string, now: z.input<typeof mark>): Promise<void> =>
  writeDurably(join(dataDir, MARK), JSON.stringify(now))

/** null: no mark, as the first versions left it, or an unreadable one. */
function readMark(dataDir: string): z.output<typeof mark> | null {
  try {
    return mark.parse(JSON.parse(readFileSync(join(dataDir, MARK), 'utf8')))
  } catch {
    return null
  }
}

async function copyOriginals(dataDir: string, copy: string): Promise<void> {
  const partial = `${copy}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  for (const name of await ownNames(dataDir)) {
    await cp(join(dataDir, name), join(partial, name), { recursive: true, filter: (path) => !LARGE.test(path) })
  }
  // The following steps change the originals.
  await syncTree(partial)
  await rename(partial, copy)
  await syncFolder(dirname(copy))
}

/** Newer files stay: a step may have created them, and will create them again. */
async function restoreCopy(copy: string, dataDir: string): Promise<void> {
  for (const name of await readdir(copy)) {
    await cp(join(copy, name), join(dataDir, name), { recursive: true, force: true })
    await syncTree(join(dataDir, name))
  }
}

const ownNames = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => !EXCLUDED_NAMES.has(name))

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
