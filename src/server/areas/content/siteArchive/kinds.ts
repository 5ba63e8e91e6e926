import { tables } from '#server/areas/tables.ts'
import type { Database } from '#server/db/schema.ts'
import type { ArchiveSpec, Table } from '#server/db/table.ts'

/** Value of a database column: an id or other whole number, 0 or 1, text, or JSON that stays JSON in the archive. */
export type ColumnValue = 'number' | 'flag' | 'text' | 'json'

type Tables = typeof tables
/** Name of an archived table's rows: the name of their file without extension. */
export type KindName = {
  [T in keyof Tables]: Tables[T] extends { archive: { kind: infer K extends string } } ? K : never
}[keyof Tables]

/** A reference from one kind to another. */
export interface KindReference {
  column: string
  to: KindName
  /** Rows without the referenced row are left out. */
  isNeeded: boolean
}

/** An archived table: its rows that belong to a site, and the columns that leave the server. */
export interface Kind {
  name: KindName
  /** The kind's name in Chinese, shown to people. */
  title: string
  table: keyof Database
  columns: Readonly<Record<string, ColumnValue>>
  ownedBy: 'site' | 'ids' | { kind: KindName; column: string }
  /** Columns that order the rows of a table without `id`. */
  order: readonly string[]
  hasSite: boolean
  references: readonly KindReference[]
}

const all: Readonly<Record<string, Table>> = tables
const kindNameOf = (table: string): KindName | undefined => all[table]?.archive?.kind as KindName | undefined

function toKind(name: string, { title = name, columns, key = [] }: Table, archive: ArchiveSpec): Kind {
  const { kind, of, order = ['id'], without = [], only = Object.keys(columns) } = archive
  const exported = only.filter((column) => !without.includes(column))
  const references = exported.flatMap((column): KindReference[] => {
    const to = kindNameOf(columns[column]?.spec.reference?.to ?? '')
    return to ? [{ column, to, isNeeded: column === of || key.includes(column) }] : []
  })
  const owner = references.find(({ column }) => column === of)
  return {
    name: kind as KindName,
    title,
    table: name as keyof Database,
    columns: Object.fromEntries(exported.map((column) => [column, valueOf(columns[column]?.spec.kind)])),
    ownedBy: of === 'site' || of === 'ids' ? of : { kind: owner?.to ?? throwUndeclared(name, of), column: of },
    order,
    hasSite: 'siteId' in columns,
    references,
  }
}

const valueOf = (kind: string | undefined): ColumnValue =>
  kind === 'flag' || kind === 'text' || kind === 'json' ? kind : 'number'

function throwUndeclared(table: string, column: string): never {
  throw new Error(`${table}.${column} names no kind of an archive`)
}

const KINDS = new Map(
  Object.entries(all).flatMap(([name, table]) =>
    table.archive ? [[table.archive.kind, toKind(name, table, table.archive)] as const] : [],
  ),
)

/** Import order: each kind follows the kinds it refers to. `contents` holds its texts as `values`. */
export const KIND_NAMES: readonly KindName[] = sortByReferences()

function sortByReferences(): KindName[] {
  const order = new Set<KindName>()
  const add = (kind: Kind): void => {
    if (order.has(kind.name)) return
    for (const { to } of kind.references) if (to !== kind.name) add(kindOf(to))
    order.add(kind.name)
  }
  for (const kind of KINDS.values()) add(kind)
  return [...order]
}

export function kindOf(name: KindName): Kind {
  return KINDS.get(name) ?? throwUndeclared(name, 'archive')
}

/** Files of an archive with lines of their own shape; they follow the rows. */
export const OTHER_FILES = ['templates', 'templateFiles', 'settings'] as const
export type ArchiveFileName = KindName | (typeof OTHER_FILES)[number]
export const ARCHIVE_FILE_NAMES: readonly ArchiveFileName[] = [...KIND_NAMES, ...OTHER_FILES]

/** Kinds left out of an export without history, or without members. */
export const HISTORY_KINDS: ReadonlySet<string> = new Set<KindName>(['revisions', 'events', 'notes'])
export const MEMBER_KINDS: ReadonlySet<string> = new Set<KindName>([
  'memberLevels',
  'memberGroups',
  'members',
  'memberships',
])
/** Does the kind have ids? An import assigns new ones. */
export const hasIds = (name: KindName): boolean => 'id' in kindOf(name).columns
