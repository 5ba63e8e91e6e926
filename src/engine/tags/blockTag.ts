import {
  type Context,
  type Emitter,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs'
import { CountingEmitter } from '#engine/emitter.ts'
import { FragmentCache, fragmentKey } from '#engine/fragmentCache.ts'
import { type PageState, stateOf } from '#engine/pageState.ts'
import { createParametersReader } from '#engine/syncRender.ts'
import { parametersOf } from '#engine/catalogue/index.ts'
import { toText } from '#engine/safeHtml.ts'

/** The evaluated parameters of a tag. */
export type Parameters = Readonly<Record<string, unknown>>

/** Renders the tag's body with these variables. */
export type DrawBody = (values: object) => Generator<unknown, void, unknown>

type TagClass = new (token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) => Tag

/** The implementation of a tag. `otherwise` renders the part after `else`. */
export interface TagImplementation {
  draw: (
    state: PageState,
    parameters: Parameters,
    body: DrawBody,
    otherwise: DrawBody,
  ) => Generator<unknown, void, unknown>
}

/** Creates a tag with a body, closed by `end` and its name. */
export function createBlockTag(name: string, work: TagImplementation): TagClass {
  return class extends Tag {
    readonly #hash: Hash
    readonly #read: ReturnType<typeof createParametersReader>
    readonly #body: Template[] = []
    readonly #otherwise: Template[] = []
    readonly #fragments = new FragmentCache()

    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
      super(token, rest, liquid)
      this.#hash = readParameters(this, parametersOf(name))
      this.#read = createParametersReader(this.#hash)
      let into = this.#body
      const stream = parser
        .parseStream(rest)
        .on(`tag:end${name}`, () => stream.stop())
        .on('tag:else', () => (into = this.#otherwise))
        .on('template', (template: Template) => into.push(template))
        .on('end', () => {
          throw new Error(`标签 ${name} 未结束，请加上 {% end${name} %}`)
        })
      stream.start()
    }

    override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
      const { renderer } = this.liquid
      const state = stateOf(ctx)
      const parameters = this.#read?.(ctx) ?? ((yield this.#hash.render(ctx)) as Parameters)
      const drawing = (templates: Template[], into: Emitter): DrawBody =>
        function* (values) {
          ctx.push(values)
          try {
            yield renderer.renderTemplates(templates, ctx, into)
          } finally {
            ctx.pop()
          }
        }
      const draw = (into: Emitter) =>
        work.draw(state, parameters, drawing(this.#body, into), drawing(this.#otherwise, into))
      const shared = fragmentKey(ctx, parameters)
      if (shared === null || !(emitter instanceof CountingEmitter)) return yield* draw(emitter)
      const known = this.#fragments.find(state, shared)
      if (known) {
        state.addFragment(known)
        emitter.write(known.html)
        return
      }
      const own = new CountingEmitter(state)
      const fragment = yield* state.fragment(function* () {
        yield* draw(own)
        return own.buffer
      })
      // A body that sets a variable has side effects, so its output is not cached.
      if (fragmentKey(ctx, parameters) !== null) this.#fragments.add(state, shared, fragment)
      emitter.append(fragment.html)
    }
  }
}

/** Creates a tag without parameters that outputs markup. */
export function createLineTag(draw: (state: PageState) => string): TagClass {
  return class extends Tag {
    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid)
      readParameters(this, [])
    }

    override render(ctx: Context, emitter: Emitter): void {
      emitter.write(draw(stateOf(ctx)))
    }
  }
}

function readParameters(tag: Tag, known: readonly string[]): Hash {
  const args = tag.token.args
  const hash = new Hash(args)
  const unknown = Object.keys(hash.hash).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `标签 ${tag.name} 没有参数“${unknown}”，${known.length > 0 ? `可用的参数有：${known.join('、')}` : '该标签没有参数'}`,
    )
  if (args.trim() !== '' && Object.keys(hash.hash).length === 0)
    throw new Error(`标签 ${tag.name} 的参数格式有误，应为“名称: 值”，多个参数用逗号分隔`)
  return hash
}

/** Parses a parameter as an integer in the range; `otherwise` when it is absent. */
export function parseInteger(
  given: unknown,
  name: string,
  [least, most]: readonly [number, number],
  otherwise: number,
): number {
  if (given === undefined || given === null) return otherwise
  const value = Number(given)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`参数 ${name} 应为 ${least} 到 ${most} 的整数，当前为“${toText(given)}”`)
  return value
}
