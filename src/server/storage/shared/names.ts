import type { Kysely } from 'kysely'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'
import { taken } from '../names.ts'
import { formatPath, type StorePath } from '../path.ts'
import { findRow, LIVE, nameTaken, newRow, type Row, rowsBelow } from './rows.ts'

/** Looks paths and names up. */
export interface NameLookup {
  find(path: StorePath): Promise<Row | null>
  /** The other name in the folder that is the same on Windows. */
  nameTaken(parent: string, name: string): Promise<string | null>
  /** What was written since. */
  wrote(rows: readonly Row[]): void
}

/** Asks the database each time. */
export const directLookup = (db: Kysely<Database>): NameLookup => ({
  find: (path) => findRow(db, path),
  nameTaken: (parent, name) => nameTaken(db, parent, name),
  wrote: () => undefined,
})

/** Knows all of a folder: for changes of many files below it. */
export async function preloadedLookup(db: Kysely<Database>, folder: Row): Promise<NameLookup> {
  const byForm = new Map<string, Row[]>()
  const keys = new Map<string, string>()
  const keyOf = (parent: string, name: string): string => `${parent}/${nameKey(name)}`
  const wrote = (rows: readonly Row[]): void => {
    for (const row of rows) {
      byForm.set(row.form, [...(byForm.get(row.form) ?? []).filter(({ path }) => path !== row.path), row])
      const name = row.path.slice(row.parent === '' ? 0 : row.parent.length + 1)
      keys.set(keyOf(row.parent, name), name)
    }
  }
  wrote([folder, ...(await rowsBelow(db, LIVE, folder.path))])
  return {
    find: async (path) => {
      const rows = byForm.get(formatPath(path).normalize('NFC')) ?? []
      return rows.find((row) => row.path === formatPath(path)) ?? rows[0] ?? null
    },
    nameTaken: async (parent, name) => keys.get(keyOf(parent, name)) ?? null,
    wrote,
  }
}

/** Where something is to be written. */
export interface WritePath {
  path: StorePath
  /** What is there. */
  there: Row | null
  /** Folders that have to be made first. */
  parents: Row[]
}

/**
 * The path for something to be written. Existing names are used as they are; new ones are normalised (NFC) and checked.
 * @throws AppError `invalid` for a forbidden name; `conflict` for one that differs from another only in case, or when a
 * parent is a file
 */
export async function writePath(look: NameLookup, asked: StorePath): Promise<WritePath> {
  let depth = asked.length
  let at = await look.find(asked)
  while (!at && depth > 1) {
    depth -= 1
    at = await look.find(asked.slice(0, depth))
  }
  if (!at) depth = 0
  const found = at ? at.path.split('/') : []
  const rest = asked.slice(depth)
  if (rest.length === 0) return { path: found, there: at, parents: [] }
  if (at?.kind === 'file') throw new AppError('conflict', `“${at.path}”是文件，不能当作文件夹使用`)
  for (const name of rest) {
    const problem = fileNameProblem(name)
    if (problem) throw new AppError('invalid', problem)
  }
  const made = rest.map((name) => name.normalize('NFC'))
  const [first = ''] = made
  const other = await look.nameTaken(formatPath(found), first)
  if (other !== null) throw taken(first, other)
  const path = [...found, ...made]
  const parents = made.slice(0, -1).map((_name, index) => newRow([...found, ...made.slice(0, index + 1)]))
  return { path, there: null, parents }
}
