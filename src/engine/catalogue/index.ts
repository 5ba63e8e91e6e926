import { LIQUID_TAGS } from './liquidTags.ts'
import { SITE_TAGS } from './siteTags.ts'
import type { Snippet, TagEntry } from './types.ts'

export { FILTERS, INNER_FILTERS } from './filters.ts'
export { type BlockTagName, type LineTagName, ORDERS } from './siteTags.ts'
export { fieldNames, kindOfField, THINGS, VARIABLES } from './templateObjects.ts'
export type { FilterEntry, NamedValue, Snippet, TagEntry, TagParameter, ThingName, ValueKind } from './types.ts'

/** All tags that templates may use, the program's own first. */
export const TAGS: readonly TagEntry[] = [...SITE_TAGS, ...LIQUID_TAGS]

/** Names of a tag's parameters. */
export const parametersOf = (name: string): readonly string[] =>
  TAGS.find((tag) => tag.name === name)?.parameters.map((parameter) => parameter.name) ?? []

/** A·§2: the five tags that the document names, in its order. */
const IN_DROPDOWN = ['list', 'crumbs', 'neighbours', 'pages', 'banner'] as const
export const SNIPPETS: readonly Snippet[] = IN_DROPDOWN.flatMap((name) =>
  TAGS.filter((tag) => tag.name === name).map(({ title, example }) => ({ id: name, title, text: example })),
)

/** Names of the tags that have a body. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  TAGS.filter(({ form }) => form === 'block').map(({ name }) => name),
)
