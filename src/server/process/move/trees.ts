import { mkdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { bytesKey } from '#server/db/bytesKey.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { hashFiles } from '#server/storage/hashFiles.ts'
import { namesIn } from '#server/storage/leftovers.ts'
import { syncTree } from '#server/storage/local/durable.ts'
import { listFolder, statEntry, walkFolder } from '#server/storage/local/scan.ts'
import { LIVE, pathColumns, putRows, RECYCLED } from '#server/storage/shared/rows.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'

/** Files of all templates, of the recycled ones, and the contents that are kept of former files. The trash is left. */
export interface Trees {
  entries: TreeEntry[]
  /** SHA-256 of what is kept, and when it was last asked for, ms. */
  kept: { sha256: string; size: number; time: number }[]
  /** A local file with these bytes, to be given back. */
  file(sha256: string): Promise<{ file: string; giveBack: () => Promise<void> }>
}

export interface TreeEntry {
  area: typeof LIVE | typeof RECYCLED
  path: string
  kind: 'file' | 'folder'
  size: number
  sha256: string
  mtimeNs: string
  ino: string
}

const SYSTEM = '.sitecraft'
const rootOf = (dataDir: string): string => join(dataDir, 'templates')
const areaRoot = (dataDir: string, area: TreeEntry['area']): string =>
  area === LIVE ? rootOf(dataDir) : join(rootOf(dataDir), SYSTEM, 'recycled')
const keptFile = (dataDir: string, sha256: string): string =>
  join(rootOf(dataDir), SYSTEM, 'kept', sha256.slice(0, 2), sha256)

/** Those of a data folder. */
export async function diskTrees(dataDir: string): Promise<Trees> {
  const files = new Map<string, string>()
  const entries: TreeEntry[] = []
  for (const area of [LIVE, RECYCLED] as const) {
    const root = areaRoot(dataDir, area)
    if (!(await statEntry(root, [''])) || (area === LIVE && (await listFolder(root, [])).length === 0)) continue
    const found = await walkFolder(root, [], false)
    const there = found.filter(({ kind }) => kind === 'file')
    const hashes = await hashFiles(there.map(({ path }) => join(root, ...path)))
    const known = new Map(there.map((entry, at) => [entry, hashes[at]]))
    for (const entry of found) {
      const sha256 = entry.kind === 'file' ? known.get(entry) : ''
      // It went while the folder was read: the last run sees no change.
      if (sha256 === null || sha256 === undefined) continue
      if (entry.kind === 'file') files.set(sha256, join(root, ...entry.path))
      const { kind, size, mtimeNs, ino } = entry
      entries.push({ area, path: entry.path.join('/'), kind, size, sha256, mtimeNs, ino })
    }
  }
  const kept: Trees['kept'] = []
  const folder = join(rootOf(dataDir), SYSTEM, 'kept')
  for (const part of await namesIn(folder))
    for (const sha256 of await namesIn(join(folder, part))) {
      const found = await stat(join(folder, part, sha256)).catch(() => null)
      if (found) kept.push({ sha256, size: found.size, time: Math.floor(found.ctimeMs) })
      files.set(sha256, keptFile(dataDir, sha256))
    }
  return {
    entries,
    kept,
    file: async (sha256) => ({ file: must(files.get(sha256), 'a template file'), giveBack: async () => undefined }),
  }
}

/** Those that stand in a database. */
export async function rowTrees(db: Kysely<Database>, blobs: BlobStore): Promise<Trees> {
  const rows = await db.selectFrom('template_file').selectAll().where('area', 'in', [LIVE, RECYCLED]).execute()
  const kept = await db
    .selectFrom('stored_content')
    .select(['sha256', 'size', 'keptTime as time'])
    .where('keptTime', 'is not', null)
    .execute()
  return {
    entries: rows.map(({ area, path, kind, size, sha256, mtimeNs, ino }) => ({
      area: area === RECYCLED ? RECYCLED : LIVE,
      path,
      kind,
      size,
      sha256,
      mtimeNs,
      ino,
    })),
    kept: kept.map(({ sha256, size, time }) => ({ sha256, size, time: time ?? 0 })),
    file: async (sha256) => {
      const taken = await blobs.take(bytesKey(sha256), { keep: true })
      return { file: taken.file, giveBack: taken.undo }
    },
  }
}

/** Everything that the trees need, by hash. */
export const contentsOf = ({ entries, kept }: Trees): Map<string, number> =>
  new Map(
    [...entries.filter(({ kind }) => kind === 'file'), ...kept].map(({ sha256, size }) => [sha256, size] as const),
  )

/** Writes the rows; the bytes are in the store by then. */
export async function writeRowTrees(db: Kysely<Database>, trees: Trees, now: number): Promise<void> {
  await db.deleteFrom('template_file').execute()
  await db.deleteFrom('stored_content').execute()
  const kept = new Map(trees.kept.map(({ sha256, time }) => [sha256, time]))
  const contents = [...contentsOf(trees)].map(([sha256, size]) => ({
    sha256,
    size,
    isStored: 1 as const,
    touchTime: now,
    keptTime: kept.get(sha256) ?? null,
  }))
  for (let from = 0; from < contents.length; from += 500)
    await db
      .insertInto('stored_content')
      .values(contents.slice(from, from + 500))
      .execute()
  await putRows(
    db,
    trees.entries.map(({ area, path, kind, size, sha256, mtimeNs, ino }) => ({
      area,
      ...pathColumns(path.split('/')),
      kind,
      size,
      sha256,
      mtimeNs,
      ino,
    })),
  )
}

/** Makes a data folder hold exactly the trees; what is right there already is left, so that it goes on where it was stopped. */
export async function writeDiskTrees(dataDir: string, trees: Trees): Promise<void> {
  for (const area of [LIVE, RECYCLED] as const) {
    const root = areaRoot(dataDir, area)
    await mkdir(root, { recursive: true })
    const wanted = new Map(trees.entries.filter((entry) => entry.area === area).map((entry) => [entry.path, entry]))
    await removeOthers(root, area, wanted)
    for (const entry of [...wanted.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)))
      if (entry.kind === 'folder') await mkdir(join(root, entry.path), { recursive: true })
    for (const entry of wanted.values())
      if (entry.kind === 'file') {
        await place(trees, entry.sha256, join(root, entry.path))
        const time = Number(BigInt(entry.mtimeNs) / 1000n) / 1_000_000
        await utimes(join(root, entry.path), time, time)
      }
  }
  for (const { sha256 } of trees.kept) await place(trees, sha256, keptFile(dataDir, sha256))
  // The rows that come next say that all of it is here.
  await syncTree(rootOf(dataDir))
}

async function removeOthers(root: string, area: string, wanted: ReadonlyMap<string, TreeEntry>): Promise<void> {
  const there = await walkFolder(root, area === LIVE ? [] : [], false)
  for (const entry of there.toReversed()) {
    const path = entry.path.join('/')
    if (wanted.get(path)?.kind === entry.kind) continue
    const file = join(root, ...entry.path)
    await (entry.kind === 'folder' ? rmdir(file) : rm(file, { force: true }))
  }
}

async function place(trees: Trees, sha256: string, target: string): Promise<void> {
  const there = await hashFile(target, 'sha256').catch(() => null)
  if (there === sha256) return
  const { file, giveBack } = await trees.file(sha256)
  try {
    await mkdir(dirname(target), { recursive: true })
    const part = `${target}.move-part`
    await copyChecked(file, part, sha256)
    await rename(part, target)
  } finally {
    await giveBack()
  }
}

async function copyChecked(from: string, to: string, sha256: string): Promise<void> {
  const { copyFile } = await import('node:fs/promises')
  await copyFile(from, to)
  if ((await hashFile(to, 'sha256')) === sha256) return
  await rm(to, { force: true })
  throw new AppError('conflict', `${from} 的内容在复制时有变化，请再运行一次`)
}

/** What the trees hold, as text that is the same for the same files. */
export function describeTrees({ entries }: Trees): string {
  const lines = entries.map(({ area, path, kind, sha256 }) => `${area}\t${path}\t${kind}\t${sha256}`)
  return lines.toSorted().join('\n')
}
