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
  of: 'site' | 'ids' | { kind: KindName; column: string }
  /** Columns that order the rows of a table without `id`. */
  order: readonly string[]
  hasSite: boolean
  references: readonly KindReference[]
}

const all: Readonly<Record<string, Table>> = tables
const kindNameOf = (table: string): KindName | undefined => all[table]?.archive?.kind as KindName | undefined

function kindFrom(name: string, { title = name, columns, key = [] }: Table, archive: ArchiveSpec): Kind {
  const { kind, of, order = ['id'], without = [], only = Object.keys(columns) } = archive
  const travels = only.filter((column) => !without.includes(column))
  const references = travels.flatMap((column): KindReference[] => {
    const to = kindNameOf(columns[column]?.spec.reference?.to ?? '')
    return to ? [{ column, to, isNeeded: column === of || key.includes(column) }] : []
  })
  const owner = references.find(({ column }) => column === of)
  return {
    name: kind as KindName,
    title,
    table: name as keyof Database,
    columns: Object.fromEntries(travels.map((column) => [column, valueOf(columns[column]?.spec.kind)])),
    of: of === 'site' || of === 'ids' ? of : { kind: owner?.to ?? undeclared(name, of), column: of },
    order,
    hasSite: 'siteId' in columns,
    references,
  }
}

const valueOf = (kind: string | undefined): ColumnValue =>
  kind === 'flag' || kind === 'text' || kind === 'json' ? kind : 'number'

function undeclared(table: string, column: string): never {
  throw new Error(`${table}.${column} names no kind of an archive`)
}

const KINDS = new Map(
  Object.entries(all).flatMap(([name, table]) =>
    table.archive ? [[table.archive.kind, kindFrom(name, table, table.archive)] as const] : [],
  ),
)

/** Import order: each kind follows the kinds it refers to. `contents` holds its texts as `values`. */
export const KIND_NAMES: readonly KindName[] = inOrder()

function inOrder(): KindName[] {
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
  return KINDS.get(name) ?? undeclared(name, 'archive')
}

/** Files of an archive with lines of their own shape; they follow the rows. */
export const OTHER_LINES = ['templates', 'templateFiles', 'settings'] as const
export type LinesName = KindName | (typeof OTHER_LINES)[number]
export const LINES_NAMES: readonly LinesName[] = [...KIND_NAMES, ...OTHER_LINES]

/** Kinds left out of an export without history, or without members. */
export const HISTORY_KINDS: ReadonlySet<string> = new Set<KindName>(['revisions', 'events', 'notes'])
export const MEMBER_KINDS: ReadonlySet<string> = new Set<KindName>([
  'memberLevels',
  'memberGroups',
  'members',
  'memberships',
])
/** Does the kind have ids? An import assigns new ones. */
export const withIds = (name: KindName): boolean => 'id' in kindOf(name).columns
