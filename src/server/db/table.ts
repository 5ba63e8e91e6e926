import type { Generated } from 'kysely'

/** 0 or 1: neither database's own boolean is used, so rows read alike in both. */
export type Flag = 0 | 1
/** Epoch milliseconds. */
type Millis = number
/** JSON text. */
export type Json = string

declare const sealed: unique symbol
/** A secret that was encrypted with the server's key (secrets/sealing); '' for none. Its column has a line in secrets/places. */
export type Sealed = '' | (string & { readonly [sealed]: true })

/** What a column holds. Numbers are whole; `json` is text that archives hold as JSON; `words` are the entries of a search index. */
export type ValueKind = 'id' | 'number' | 'flag' | 'text' | 'json' | 'words'

/** A column names a row of another table. `check` follows it; archives give it the row's new id. */
export interface Reference {
  to: string
  /** Column of the other table; absent: `id`. */
  key?: string
  /** A foreign key of the database, and what becomes of this row when the other one is deleted. */
  onDelete?: 'cascade' | 'restrict'
  /** The other row may be gone: the reason why that is no fault. */
  mayDangle?: string
  /** SQL over the own row `t`: rows of which it holds name nothing. Absent: 0, or null in foreign keys. */
  unless?: string
  /** SQL over the own row `t`: only these rows must name something. */
  when?: string
  /** Columns (menus) in the recycle area count as existing. */
  includesRecycled?: true
  /** The server removes rows without a target by itself within an hour. */
  isSwept?: true
}

export interface ColumnSpec {
  kind: ValueKind
  isNullable: boolean
  default?: string | number
  /** The primary key alone. */
  isKey: boolean
  /** Compared byte by byte on PostgreSQL, too. */
  isBytewise: boolean
  reference?: Reference
  /** Named like a reference, and none: the reason. */
  noReference?: string
}

/**
 * A column under construction; each method answers a new one. `T` is the value of a row, `S` what Kysely is told (a column
 * with a default need not be inserted).
 */
export class Column<T, S = T> {
  declare readonly $type: S
  readonly spec: ColumnSpec

  constructor(spec: ColumnSpec) {
    this.spec = spec
  }

  private with<R>(change: Partial<ColumnSpec>): Column<T, R> {
    return new Column<T, R>({ ...this.spec, ...change })
  }

  /** The value of rows that name none. */
  default(value: T & (string | number)): Column<T, Generated<T>> {
    return this.with({ default: value })
  }

  nullable(): Column<T | null> {
    return new Column<T | null>({ ...this.spec, isNullable: true })
  }

  /** The primary key, when one column is the key. */
  key(): Column<T, S> {
    return this.with({ isKey: true })
  }

  bytewise(): Column<T, S> {
    return this.with({ isBytewise: true })
  }

  refers(to: string, options: Omit<Reference, 'to'> = {}): Column<T, S> {
    return this.with({ reference: { to, ...options } })
  }

  noReference(reason: string): Column<T, S> {
    return this.with({ noReference: reason })
  }
}

const column = <T>(kind: ValueKind): Column<T> =>
  new Column<T>({ kind, isNullable: false, isKey: false, isBytewise: false })

/** The number of a row, given by the database and never reused. */
export const id = (): Column<number, Generated<number>> => new Column({ ...column('id').spec, isKey: true })
export const int = <T extends number = number>(): Column<T> => column<T>('number')
export const millis = (): Column<Millis> => column<Millis>('number')
export const flag = (): Column<Flag> => column<Flag>('flag')
export const text = <T extends string = string>(): Column<T> => column<T>('text')
export const json = (): Column<Json> => column<Json>('json')
export const sealedText = (): Column<Sealed> => column<Sealed>('text')
export const words = (): Column<string[]> => column<string[]>('words')
/** The id of a row that must exist. */
export const ref = (to: string, options: Omit<Reference, 'to'> = {}): Column<number> => int().refers(to, options)
/** The id of a row without which this row goes, too: a foreign key of the database. */
export const ownedBy = (to: string, options: Omit<Reference, 'to'> = {}): Column<number> =>
  int().refers(to, { onDelete: 'cascade', ...options })

/** Who saved a row last. */
export const saved = () => ({
  /** Counts the saves. */
  version: int().default(1),
  /** Username. */
  updatedBy: text(),
  updateTime: millis(),
})

export interface Index {
  columns: readonly string[]
  isUnique: boolean
  /** SQL: only these rows are in it. */
  where?: string
  /** On one kind of database only. */
  only?: 'sqlite' | 'postgres'
}
type IndexOptions = Pick<Index, 'where' | 'only'>

/** An index over columns, or an expression; `-sort` is the descending order of `sort`. */
export const index = (columns: string, options: IndexOptions = {}): Index => ({
  columns: columns.includes('(') ? [columns] : columns.split(' '),
  isUnique: false,
  ...options,
})
/** No two rows have the same values in these columns. */
export const unique = (columns: string, options: IndexOptions = {}): Index => ({
  ...index(columns, options),
  isUnique: true,
})

/** Why a column that is named like a reference is none: it says what was, and outlives what it names. */
export const HISTORY = 'what was: outlives what it names'
/** It names who did something; accounts may be deleted. */
export const AUTHOR = 'who did it: accounts may be deleted'

/** How rows travel in the archive of a site. */
export interface ArchiveSpec {
  /** Name of the file in the archive. */
  kind: string
  /**
   * Which rows: `site`, those with the site's number; `ids`, those that other rows refer to; else the column that names the
   * row of another kind to which they belong.
   */
  of: string
  /** Order of rows without an `id`. */
  order?: readonly string[]
  /** Columns that stay behind: they are made anew, or mean nothing elsewhere. */
  without?: readonly string[]
  /** The only columns that travel. */
  only?: readonly string[]
}

export interface Table {
  /** What people call its rows; in reports of `check` and of archives. */
  title?: string
  columns: Readonly<Record<string, Column<unknown>>>
  /** Columns of the primary key, when it is more than one. */
  key?: readonly string[]
  indexes?: Readonly<Record<string, Index>>
  /** Rows have no use without the site of their `siteId` and are deleted with it for good. */
  isDeletedWithSite?: true
  archive?: ArchiveSpec
  /** Rows that every database begins with. */
  initialRows?: readonly Readonly<Record<string, string | number>>[]
  /** Statements after the table was made: triggers, and indexes that only one kind of database has. */
  afterwards?: Readonly<Partial<Record<'sqlite' | 'postgres', readonly string[]>>>
  /** On the embedded database it is a virtual table of this module instead. */
  virtual?: string
}

/** Declares a table; everything that has to know of it reads the declaration (docs/architecture.md, *Declared once*). */
export const table = <const T extends Table>(spec: T): T => spec

/** The columns of a table as Kysely sees them. */
export type ColumnsOf<T extends Table> = { [C in keyof T['columns']]: T['columns'][C]['$type'] }
