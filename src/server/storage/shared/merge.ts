import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { nameKey } from '#shared/domain/fileNames.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { hashFiles } from '../hashFiles.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { Content } from '../contents.ts'
import { preloadedLookup, writePath } from './names.ts'
import { addRows, findRow, inArea, LIVE, newRow, putRows, removeRows, type Row } from './rows.ts'

/** What lies in a staged tree, parents before children; paths from its root. */
export type Staged = { path: StorePath; content: Content | null }[]

/** Reads a staged tree. Links are left out. */
export async function readStaged(dir: string): Promise<Staged> {
  const found: { path: string[]; isFile: boolean }[] = []
  const read = async (path: string[]): Promise<void> => {
    for (const entry of await readdir(join(dir, ...path), { withFileTypes: true })) {
      if (!entry.isFile() && !entry.isDirectory()) continue
      const at = [...path, entry.name]
      found.push({ path: at, isFile: entry.isFile() })
      if (entry.isDirectory()) await read(at)
    }
  }
  await read([])
  const files = found.filter(({ isFile }) => isFile).map(({ path }) => join(dir, ...path))
  const [hashes, sizes] = await Promise.all([hashFiles(files), sizesOf(files)])
  const contents = files.map((file, at): Content => {
    const sha256 = hashes[at] ?? null
    if (sha256 === null) throw new AppError('internal', '暂存的文件读不出来，请重试')
    return { sha256, size: must(sizes[at], 'its size'), file: async () => file }
  })
  const left = contents.values()
  return found.map(({ path, isFile }) => ({ path, content: isFile ? must(left.next().value, 'its content') : null }))
}

async function sizesOf(files: readonly string[]): Promise<number[]> {
  const sizes: number[] = []
  for (const file of files) sizes.push((await stat(file)).size)
  return sizes
}

/** What a change of many files was, enough to take it back. */
export interface Replaced {
  before: Row[]
  /** Paths that were made; those in `before` too are not named. */
  made: string[]
  trash: string
}

/**
 * Brings a staged tree into a folder and takes paths (relative to it) away. Every name is checked before anything is written.
 * Files that go or are replaced are copied to the trash; folders that are to go stay when they are not empty.
 */
export async function replaceRows(
  db: Kysely<Database>,
  into: Row,
  staged: Staged,
  removed: readonly StorePath[],
  trash: string,
): Promise<Replaced> {
  const base = into.path.split('/')
  const going = await goingOf(db, base, removed)
  const coming = new Set(staged.map(({ path }) => keyOf(path)))
  const leaving = new Set(going.map(({ path }) => keyOf(path.split('/').slice(base.length))))
  // Another kind of thing, or another spelling, can't be checked and made while this one is there.
  const isInTheWay = ({ path }: Row): boolean => {
    const inner = path.split('/').slice(base.length)
    return inner.some((_, depth) => {
      const key = keyOf(inner.slice(0, depth + 1))
      return coming.has(key) && leaving.has(key)
    })
  }
  const first = going.filter(isInTheWay)
  const gone = await removeAll(db, first)
  const look = await preloadedLookup(db, into)
  const files = new Map<string, Row>()
  const folders = new Map<string, Row>()
  const before: Row[] = []
  for (const { path, content } of staged) {
    const spot = await writePath(look, [...base, ...path])
    if (spot.there && (spot.there.kind === 'file') !== (content !== null))
      throw new AppError('conflict', `“${formatPath(path)}”已存在，但一个是文件，一个是文件夹`)
    const row = content || !spot.there ? newRow(spot.path, content ?? undefined) : null
    for (const each of [...spot.parents, ...(row?.kind === 'folder' ? [row] : [])]) folders.set(each.path, each)
    if (row?.kind === 'file') files.set(row.path, row)
    if (row && spot.there) before.push(spot.there)
    look.wrote([...spot.parents, ...(row ? [row] : [])])
  }
  await putRows(db, inArea(before, trash))
  await addRows(db, [...folders.values()])
  await putRows(db, [...files.values()])
  gone.push(
    ...(await removeAll(
      db,
      going.filter((row) => !first.includes(row)),
    )),
  )
  await putRows(
    db,
    inArea(
      gone.filter(({ kind }) => kind === 'file'),
      trash,
    ),
  )
  return { before: [...before, ...gone], made: [...folders.keys(), ...files.keys()], trash }
}

const keyOf = (path: StorePath): string => nameKey(formatPath(path))

/** What is there of the paths that are to go, the deepest first. */
async function goingOf(db: Kysely<Database>, base: StorePath, removed: readonly StorePath[]): Promise<Row[]> {
  const found: Row[] = []
  for (const path of removed) {
    const row = await findRow(db, [...base, ...path])
    if (row) found.push(row)
  }
  return found.toSorted((a, b) => b.path.split('/').length - a.path.split('/').length)
}

/** Removes files, and folders that are empty then; answers what went. */
async function removeAll(db: Kysely<Database>, rows: readonly Row[]): Promise<Row[]> {
  const gone = rows.filter(({ kind }) => kind === 'file')
  await removeRows(
    db,
    LIVE,
    gone.map(({ path }) => path),
  )
  for (const row of rows.filter(({ kind }) => kind === 'folder')) if (await removeIfEmpty(db, row)) gone.push(row)
  return gone
}

/** Removes a folder in which nothing is; false: something is. */
export async function removeIfEmpty(db: Kysely<Database>, { path }: Row): Promise<boolean> {
  const inside = db.selectFrom('template_file').select('path').where('area', '=', LIVE).where('parent', '=', path)
  if (await inside.limit(1).executeTakeFirst()) return false
  await removeRows(db, LIVE, [path])
  return true
}

/** Makes it as it was before. */
export async function takeBack(db: Kysely<Database>, { before, made, trash }: Replaced): Promise<void> {
  await removeRows(db, LIVE, made)
  await db.deleteFrom('template_file').where('area', '=', trash).execute()
  await putRows(db, before)
}
