import {
  type Context,
  type Emitter,
  type Filter,
  type Hash,
  LiquidError,
  Output,
  RenderError,
  type Template,
  type Token,
  TokenKind,
  toValue,
  TypeGuards,
  UndefinedVariableError,
} from 'liquidjs'

/*
 * Liquid renders through generators, because values may be promises. The engine has no promises: plain calls render
 * markup and variables with filters, which make up most of a template, and generators of tags are run to their end.
 * Results and errors are the same, in half the time.
 */

type Read = (ctx: Context) => unknown
type Draw = (ctx: Context, emitter: Emitter) => void

/** Internals of Liquid without types. */
interface LiquidInternals {
  context: { findScope(name: unknown): object; readProperty(thing: unknown, name: unknown): unknown }
  filter: Pick<Filter, 'args'> & { handler: (...given: unknown[]) => unknown; token: unknown; liquid: unknown }
}

/** Matches all generators with `instanceof`, which is faster than checking methods. */
const AnyGenerator = function (): void {}
AnyGenerator.prototype = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as Generator
const { next, throw: fail } = AnyGenerator.prototype

/** Runs a generator of Liquid and the generators that it yields to their end; returns other values unchanged. */
export function runToEnd(value: unknown): unknown {
  if (!(value instanceof AnyGenerator)) return value
  let state = next.call(value, undefined)
  for (;;) {
    let given: unknown = state.value
    if (given instanceof AnyGenerator)
      try {
        given = runToEnd(given)
      } catch (error) {
        if (state.done) throw error
        state = fail.call(value, error)
        continue
      }
    if (state.done) return given
    state = next.call(value, given)
  }
}

/** Creates a reader of a constant, or of a variable with literal names; null: Liquid has to evaluate the token. */
function createReader(token: Token | undefined): Read | null {
  if (!token) return () => undefined
  if ('content' in token) {
    const { content } = token
    return () => content
  }
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return null
  const names: unknown[] = []
  for (const each of token.props) {
    if (!('content' in each)) return null
    names.push(toValue(each.content))
  }
  return (context) => {
    const ctx = context as unknown as LiquidInternals['context']
    try {
      let value: unknown = ctx.findScope(names[0])
      for (const name of names) value = runToEnd(ctx.readProperty(value, name))
      return value
    } catch (error) {
      throw new UndefinedVariableError(error as Error, token)
    }
  }
}

function createFilter(filter: LiquidInternals['filter']): ((value: unknown, ctx: Context) => unknown) | null {
  const { handler, token, liquid } = filter
  const reads: Read[] = []
  for (const arg of filter.args as readonly (Token | [string, Token?])[]) {
    const read = createReader(Array.isArray(arg) ? arg[1] : arg)
    if (!read) return null
    reads.push(Array.isArray(arg) ? (ctx) => [arg[0], read(ctx)] : read)
  }
  return (value, context) => {
    const given = [value]
    for (const read of reads) given.push(read(context))
    return runToEnd(handler.apply({ context, token, liquid }, given))
  }
}

function createOutput({ value: { initial, filters } }: Output): Draw | null {
  const { postfix } = initial as unknown as { postfix: Token[] }
  const read = postfix.length === 1 ? createReader(postfix[0]) : null
  const steps = (filters as unknown as LiquidInternals['filter'][]).map(createFilter)
  if (!read) return null
  const all = steps.filter((step) => step !== null)
  if (all.length < steps.length) return null
  return (ctx, emitter) => {
    let value = read(ctx)
    for (const step of all) value = step(value, ctx)
    emitter.write(toValue(value))
  }
}

const markupOf = (template: Template): string | null =>
  template.token.kind === TokenKind.HTML && 'str' in template && typeof template.str === 'string' ? template.str : null

/** Cache of how each template node is rendered; null: by its generator. */
const drawings = new WeakMap<Template, string | Draw | null>()

function drawingOf(template: Template): string | Draw | null {
  let found = drawings.get(template)
  if (found === undefined) {
    found = markupOf(template) ?? (template instanceof Output ? createOutput(template) : null)
    drawings.set(template, found)
  }
  return found
}

/**
 * Replaces Liquid's `renderTemplates`: renders template nodes into the emitter and returns its buffer.
 * @throws LiquidError with the position in the template
 */
export function* renderTemplates(
  templates: readonly Template[],
  ctx: Context,
  emitter: Emitter & { buffer?: string },
): Generator<unknown, string | undefined, unknown> {
  ctx.renderLimit.check(performance.now())
  for (const template of templates) {
    const drawing = drawingOf(template)
    if (typeof drawing === 'string') {
      emitter.write(drawing)
      continue
    }
    ctx.renderLimit.check(performance.now())
    try {
      if (drawing) {
        drawing(ctx, emitter)
        continue
      }
      const html = yield template.render(ctx, emitter)
      if (html) emitter.write(html)
    } catch (error) {
      throw LiquidError.is(error) ? error : new RenderError(error as Error, template)
    }
    if (ctx.breakCalled || ctx.continueCalled) break
  }
  return emitter.buffer
}

/** Creates a reader of a tag's parameters; null: Liquid has to evaluate one. */
export function createParametersReader({ hash }: Hash): ((ctx: Context) => Record<string, unknown>) | null {
  const reads: [string, Read][] = []
  for (const [name, token] of Object.entries(hash as Record<string, Token | undefined>)) {
    const read = token ? createReader(token) : () => true
    if (!read) return null
    reads.push([name, read])
  }
  return (ctx) => {
    const values: Record<string, unknown> = {}
    for (const [name, read] of reads) values[name] = read(ctx)
    return values
  }
}
