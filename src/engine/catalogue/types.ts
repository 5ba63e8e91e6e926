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

/** The kind of a value: a thing, a list of things, or a plain value. */
export type ValueKind = ThingName | `${ThingName}[]` | 'text' | 'number' | 'boolean' | 'html' | 'date'

/** A value by its name: a variable, or a field of a thing. */
export interface NamedValue {
  name: string
  kind: ValueKind
  /** Description of the value, in Chinese. */
  title: string
}

export interface TagParameter {
  name: string
  /** Description of the parameter, in Chinese. */
  title: string
  /** column: id, identifier, code path or title of a column. file: path of a file of the template. */
  kind: 'number' | 'text' | 'boolean' | 'column' | 'file' | 'variable'
  /** Allowed values; absent: any. */
  values?: readonly string[]
  /** Description of the default value. */
  defaultText?: string
}

/** The description of a tag: purpose, syntax and the variables of its body. */
export interface TagEntry {
  name: string
  /** block: with a body up to `end` and its name. line: alone. */
  form: 'block' | 'line'
  /** site: of this program. liquid: of the template language. */
  of: 'site' | 'liquid'
  title: string
  /** Description of the tag, in one or two sentences. */
  text: string
  parameters: readonly TagParameter[]
  /** Variables inside its body. */
  variables: readonly NamedValue[]
  /** A working example. */
  example: string
}

export interface FilterEntry {
  name: string
  of: 'site' | 'liquid'
  title: string
  /** Description of the parameters, in Chinese; '': none. */
  parameters: string
  example: string
  /** Output of the example; absent: depends on the site or the day. */
  result?: string
}

/** A piece of template that the editor inserts at the cursor (A·§2, Template file editor dialog). */
export interface Snippet {
  /** Name of the tag. */
  id: string
  title: string
  text: string
}
