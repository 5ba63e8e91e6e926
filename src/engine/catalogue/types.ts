/** Kinds of things that templates read by the names of their fields. */
export type ThingName =
  | 'site'
  | 'column'
  | 'article'
  | 'seo'
  | 'page'
  | 'crumb'
  | 'pages'
  | 'pageLink'
  | 'banner'
  | 'label'
  | 'media'
  | 'forloop'

/** What a value is: a thing, a list of things, or plain. */
export type ValueKind = ThingName | `${ThingName}[]` | 'text' | 'number' | 'boolean' | 'html' | 'date'

/** A value by its name: a variable, or a field of a thing. */
export interface NamedValue {
  name: string
  kind: ValueKind
  /** What it holds, in Chinese. */
  title: string
}

export interface TagParameter {
  name: string
  /** What it does, in Chinese. */
  title: string
  /** column: number, mark, codes or title of a column. file: path of a file of the template. */
  kind: 'number' | 'text' | 'boolean' | 'column' | 'file' | 'variable'
  /** The values that it takes; otherwise any. */
  values?: readonly string[]
  /** What counts without it. */
  otherwise?: string
}

/** A tag: what it is for, how it is written and what its body may use. */
export interface TagEntry {
  name: string
  /** block: with a body up to `end` and its name. line: alone. */
  form: 'block' | 'line'
  /** site: of this program. liquid: of the template language. */
  of: 'site' | 'liquid'
  title: string
  /** What it does, in one or two sentences. */
  text: string
  parameters: readonly TagParameter[]
  /** Variables inside its body. */
  gives: readonly NamedValue[]
  /** A piece of template that works as it is. */
  example: string
}

export interface FilterEntry {
  name: string
  of: 'site' | 'liquid'
  title: string
  /** What stands behind the colon, in Chinese; '': nothing. */
  parameters: string
  example: string
  /** What the example puts out; absent: depends on the site or the day. */
  result?: string
}

/** A piece of template that the editor inserts at the cursor (A·§2, Template file editor dialog). */
export interface Snippet {
  /** The tag that it shows. */
  id: string
  title: string
  text: string
}
