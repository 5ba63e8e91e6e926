import { Context } from 'liquidjs'
import { Thing } from './drops.ts'
import { SafeHtml, textOf } from './safeHtml.ts'
import { type Fragment, LOOKS, type PageState } from './pageState.ts'

/** Fragments that one tag keeps, and the characters of one. */
const MOST = 500
const LONGEST = 200_000

/**
 * The parts that one tag of a template drew, by its parameters and what they saw of the page: navigation, lists beside the
 * text and the foot of a site are drawn once per column or once, not once per page. They are kept as long as the data: for one build.
 */
export class Fragments {
  readonly #known = new Map<string, Fragment>()

  find(state: PageState, parameters: string): Fragment | undefined {
    for (const looks of [0, LOOKS.column, LOOKS.kind, LOOKS.column | LOOKS.kind]) {
      const known = this.#known.get(keyOf(state, parameters, looks))
      if (known) return known
    }
    return undefined
  }

  keep(state: PageState, parameters: string, fragment: Fragment): void {
    if (fragment.looks & LOOKS.page || fragment.html.length > LONGEST || this.#known.size >= MOST) return
    this.#known.set(keyOf(state, parameters, fragment.looks), fragment)
  }
}

const keyOf = ({ seen }: PageState, parameters: string, looks: number): string =>
  `${looks} ${looks & LOOKS.column ? seen.columnId : ''} ${looks & LOOKS.kind ? seen.kind : ''} ${parameters}`

/** The variables of a page while it is drawn; it knows whether the template has made any of its own. */
export class PageContext extends Context {
  /** Of the scopes that were pushed: does each hold something? */
  readonly #filled: boolean[] = []

  override push(scope: object): number {
    this.#filled.push(!isEmpty(scope))
    return super.push(scope)
  }

  /** Things are asked by name alone: what they have of JavaScript is nothing, and a field may be called as it. */
  override readProperty(...[thing, name]: Parameters<Context['readProperty']>): unknown {
    if (thing instanceof SafeHtml) return textOf(name) === 'size' ? thing.size : undefined
    return thing instanceof Thing ? thing.read(textOf(name)) : super.readProperty(thing, name)
  }

  /** That of a file that is rendered apart, or of a filter's items. */
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

  /** No variable, counter or interrupted loop of the template's own. */
  get isUntouched(): boolean {
    if (this.breakCalled || this.continueCalled || this.#filled.includes(true)) return false
    if (!isEmpty(this.bottom()) || !isEmpty(this.environments)) return false
    return isUnset(this.getRegister('cycle')) && isUnset(this.getRegister('continue'))
  }
}

const isUnset = (register: unknown): boolean => typeof register !== 'object' || register === null || isEmpty(register)

/** The parameters of a tag as text; null when what it draws may depend on more than them and the page. */
export function shareable(ctx: Context, parameters: Readonly<Record<string, unknown>>): string | null {
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
