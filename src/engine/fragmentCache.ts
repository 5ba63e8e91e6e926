import { Context } from 'liquidjs'
import { Thing } from './drops.ts'
import { SafeHtml, toText } from './safeHtml.ts'
import { type Fragment, PAGE_READS, type PageState } from './pageState.ts'

/** Maximum number of cached fragments per tag. */
const MAX_FRAGMENTS = 500
const MAX_CHARACTERS = 200_000

/**
 * A cache of the parts that one tag rendered, by parameters and by the page properties that the tag read. Navigation,
 * sidebars and footers are rendered once or once per column, not once per page. The cache lives for one build.
 */
export class FragmentCache {
  readonly #known = new Map<string, Fragment>()

  find(state: PageState, parameters: string): Fragment | undefined {
    for (const looks of [0, PAGE_READS.column, PAGE_READS.kind, PAGE_READS.column | PAGE_READS.kind]) {
      const known = this.#known.get(keyOf(state, parameters, looks))
      if (known) return known
    }
    return undefined
  }

  add(state: PageState, parameters: string, fragment: Fragment): void {
    if (fragment.reads & PAGE_READS.page || fragment.html.length > MAX_CHARACTERS || this.#known.size >= MAX_FRAGMENTS)
      return
    this.#known.set(keyOf(state, parameters, fragment.reads), fragment)
  }
}

const keyOf = ({ cacheKey }: PageState, parameters: string, looks: number): string =>
  `${looks} ${looks & PAGE_READS.column ? cacheKey.columnId : ''} ${looks & PAGE_READS.kind ? cacheKey.kind : ''} ${parameters}`

/** The context of a page during rendering, which tracks whether the template has set variables. */
export class PageContext extends Context {
  /** Whether each pushed scope has variables. */
  readonly #filled: boolean[] = []

  override push(scope: object): number {
    this.#filled.push(!isEmpty(scope))
    return super.push(scope)
  }

  /** Things are read only by declared names, not by JavaScript properties, because fields may have the same names. */
  override readProperty(...[thing, name]: Parameters<Context['readProperty']>): unknown {
    if (thing instanceof SafeHtml) return toText(name) === 'size' ? thing.size : undefined
    return thing instanceof Thing ? thing.read(toText(name)) : super.readProperty(thing, name)
  }

  /** The context of a separately rendered file, or of a filter's items. */
  override spawn(scope: object = {}): Context {
    const inner = super.spawn(scope)
    inner.readProperty = PageContext.prototype.readProperty
    inner.spawn = PageContext.prototype.spawn
    return inner
  }

  override pop(): object | undefined {
    this.#filled.pop()
    return super.pop()
  }

  /** Whether the template has no variable, counter or interrupted loop. */
  get isUntouched(): boolean {
    if (this.breakCalled || this.continueCalled || this.#filled.includes(true)) return false
    if (!isEmpty(this.bottom()) || !isEmpty(this.environments)) return false
    return isUnset(this.getRegister('cycle')) && isUnset(this.getRegister('continue'))
  }
}

const isUnset = (register: unknown): boolean => typeof register !== 'object' || register === null || isEmpty(register)

/** The cache key of a tag's parameters; null when its output may depend on more than parameters and page. */
export function fragmentKey(ctx: Context, parameters: Readonly<Record<string, unknown>>): string | null {
  if (!(ctx instanceof PageContext) || !ctx.isUntouched) return null
  const plain = Object.values(parameters).every(
    (value) => value === null || !/^(?:object|function)$/.test(typeof value),
  )
  return plain ? JSON.stringify(parameters) : null
}

function isEmpty(scope: object): boolean {
  for (const name in scope) if (Object.hasOwn(scope, name)) return false
  return true
}
