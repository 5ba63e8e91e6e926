import { Drop } from 'liquidjs'
import { readMediaItems } from '#shared/domain/contentFields.ts'
import { readPromotion } from '#shared/domain/promotions.ts'
import { fieldNames } from './catalogue/index.ts'
import type { ColumnFacts, EntryFacts, FieldFacts } from './data.ts'
import { DEPENDENCY } from './dependencies.ts'
import type { PageState } from './pageState.ts'
import { SafeHtml } from './safeHtml.ts'

/** An object that templates can read only by declared names, without access to JavaScript properties. */
export abstract class Thing extends Drop {
  abstract read(name: string): unknown

  override liquidMethodMissing(name: string | number): unknown {
    return this.read(String(name))
  }
}

const COLUMN_NAMES = fieldNames('column')
const SITE_NAMES = fieldNames('site')

/** `column`, `crumb` and the columns of `nav`: a column and its position in the tree. */
export class ColumnThing extends Thing {
  readonly #state: PageState
  readonly #column: ColumnFacts

  constructor(state: PageState, column: ColumnFacts) {
    super()
    state.dependsOn(DEPENDENCY.columns)
    this.#state = state
    this.#column = column
  }

  /** `current`: the page is the column's own; `active`: or of a descendant. */
  override read(name: string): unknown {
    const { index } = this.#state
    const own = this.#column
    switch (name) {
      case 'url':
        return index.columnUrl(own)
      case 'children':
        return index
          .below(own.id)
          .filter(({ showFront }) => showFront)
          .map((each) => new ColumnThing(this.#state, each))
      case 'parent': {
        const parent = index.column(own.parentId)
        return parent && new ColumnThing(this.#state, parent)
      }
      case 'top':
        return new ColumnThing(this.#state, index.pathTo(own)[0] ?? own)
      case 'current':
        return this.#state.kind === 'column' && this.#state.column?.id === own.id
      case 'active': {
        const { column } = this.#state
        return column !== undefined && index.pathTo(column).includes(own)
      }
      case 'target':
        return own.targetBlank ? '_blank' : '_self'
      case 'depth':
        return index.pathTo(own).length
      case 'article': {
        const article = index.articleOf(own)
        if (article) this.#state.dependsOn(DEPENDENCY.entry(article.id))
        return article && new ArticleThing(this.#state, article)
      }
      default:
        return COLUMN_NAMES.has(name) ? own[name as 'title'] : undefined
    }
  }
}

/** `article`, `previous`, `next`: an entry with the fields of its column by their names. */
export class ArticleThing extends Thing {
  readonly #state: PageState
  readonly #entry: EntryFacts

  constructor(state: PageState, entry: EntryFacts) {
    super()
    this.#state = state
    this.#entry = entry
  }

  override read(name: string): unknown {
    const { index } = this.#state
    const own = this.#entry
    const column = index.column(own.columnId)
    switch (name) {
      case 'id':
        return own.id
      case 'date':
        return own.date
      case 'hits':
        return own.hits
      case 'title':
        return own.fields.title ?? own.title
      case 'url':
        this.#state.dependsOn(DEPENDENCY.columns)
        return index.entryUrl(own)
      case 'column':
        return column && new ColumnThing(this.#state, column)
      case 'labels':
        return labelsOf(this.#state, own)
      case 'current':
        return this.#state.entry?.id === own.id
    }
    const flag = readPromotion(own.promotions, name)
    if (flag !== undefined) return flag
    const field = column?.fields.find((each) => each.name === name)
    return field && readField(this.#state, own, field)
  }
}

/** The labels of an entry, in the order of the site's labels. */
export function labelsOf(state: PageState, entry: EntryFacts): object[] {
  state.dependsOn(DEPENDENCY.labels)
  const ids = new Set(state.index.labelsOf(entry))
  return state.index.source.labels.filter(({ id }) => ids.has(id)).map((label) => ({ ...label }))
}

/** A field as templates read it: rich text as markup, batches as lists of items, relations as articles, the rest as text. */
function readField(state: PageState, entry: EntryFacts, { name, type, isDictionary }: FieldFacts): unknown {
  if (type === 'Editor') {
    const html = state.bodies(entry)[name] ?? ''
    return html === '' ? '' : new SafeHtml(html)
  }
  const value = entry.fields[name] ?? ''
  const ids = (): number[] =>
    value
      .split(',')
      .filter((id) => /^\d+$/.test(id))
      .map(Number)
  switch (type) {
    case 'BatchPhoto':
    case 'BatchVideo':
    case 'BatchFile':
      return (readMediaItems(value) ?? [])
        .toSorted((a, b) => a.sort - b.sort)
        .map((item) => ({ ...item, url: item.src }))
    case 'RelationLabel':
      return labelsOf(state, entry)
    case 'RelationContent':
      return ids().flatMap((id) => {
        state.dependsOn(DEPENDENCY.entry(id))
        const related = state.index.entry(id)
        return related ? [new ArticleThing(state, related)] : []
      })
    default:
      if (!isDictionary) return value
      state.dependsOn(DEPENDENCY.words)
      return ids()
        .flatMap((id) => state.index.source.words.get(id) ?? [])
        .join(' / ')
  }
}

/** `site`: settings of the whole site. */
export class SiteThing extends Thing {
  readonly #state: PageState

  constructor(state: PageState) {
    super()
    this.#state = state
  }

  override read(name: string): unknown {
    const { site, day } = this.#state.index.source
    if (name === 'year') {
      this.#state.dependsOn(DEPENDENCY.day)
      return day.slice(0, 4)
    }
    this.#state.dependsOn(DEPENDENCY.site)
    if (name === 'url') return '/'
    if (name === 'domain') return site.domains[0] ?? ''
    if (name === 'javascript') return new SafeHtml(site.javascript)
    return SITE_NAMES.has(name) ? site[name as 'title'] : undefined
  }
}
