import {
  FILTERS,
  type FilterEntry,
  type NamedValue,
  TAGS,
  type TagEntry,
  THINGS,
  VARIABLES,
} from '#engine/catalogue/index.ts'

export const SECTIONS = [
  { id: 'tags', title: '标签' },
  { id: 'values', title: '变量和字段' },
  { id: 'filters', title: '过滤器' },
] as const
export type Section = (typeof SECTIONS)[number]['id']

/** A group of values: the variables of every template, or the fields of a thing. */
export interface ValueGroup {
  name: string
  title: string
  values: readonly NamedValue[]
}

/** What the reference shows for a search; every part of it may be empty. */
export interface Found {
  tags: TagEntry[]
  values: ValueGroup[]
  filters: FilterEntry[]
}

const GROUPS: readonly ValueGroup[] = [
  { name: '', title: '每个模板都能用的变量', values: VARIABLES },
  ...Object.entries(THINGS).map(([name, { title, fields }]) => ({ name, title, values: fields })),
]

/** Everything of the catalogue in which the text occurs, in its order; '' finds all. */
export function find(typed: string): Found {
  const text = typed.trim().toLowerCase()
  const has = (...texts: readonly string[]): boolean => texts.some((each) => each.toLowerCase().includes(text))
  return {
    tags: TAGS.filter((tag) => has(tag.name, tag.title, tag.text, ...tag.parameters.flatMap((p) => [p.name, p.title]))),
    values: GROUPS.flatMap((group) => {
      if (has(group.name, group.title)) return [group]
      const values = group.values.filter(({ name, title }) => has(name, title))
      return values.length > 0 ? [{ ...group, values }] : []
    }),
    filters: FILTERS.filter((filter) => has(filter.name, filter.title)),
  }
}
