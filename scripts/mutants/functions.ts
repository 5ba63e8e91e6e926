import { parseSync, Visitor } from 'rolldown/utils'

/** A function of a source file. `name` is unique in the file: `createRepo/save/1` is the first unnamed function inside of `save`. */
export interface FunctionSpan {
  name: string
  start: number
  end: number
  body: { start: number; end: number; isBlock: boolean }
}

interface Body {
  start: number
  end: number
  type: string
}
interface FunctionNode {
  start: number
  end: number
  body: Body | null
}

/** All functions with a body in a file, outer ones first. */
export function functionsOf(path: string, text: string): FunctionSpan[] {
  const names = new Map<number, string>()
  const nameOf = (key: { type: string; name?: unknown; value?: unknown }): string => {
    if (typeof key.name === 'string') return key.name
    return typeof key.value === 'string' ? key.value : '?'
  }
  const found: FunctionNode[] = []
  const add = (node: FunctionNode): void => void (node.body && found.push(node))
  new Visitor({
    FunctionDeclaration: (node) => {
      names.set(node.start, node.id?.name ?? 'default')
      add(node)
    },
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    VariableDeclarator: (node) => {
      if (node.init && node.id.type === 'Identifier') names.set(node.init.start, node.id.name)
    },
    Property: (node) => void names.set(node.value.start, nameOf(node.key)),
    PropertyDefinition: (node) => void (node.value && names.set(node.value.start, nameOf(node.key))),
    MethodDefinition: (node) => void names.set(node.value.start, nameOf(node.key)),
  }).visit(parseSync(path, text).program)
  return withNames(found, names)
}

/** Prefixes each name with those of the enclosing functions; unnamed and repeated ones get a number. */
function withNames(nodes: readonly FunctionNode[], names: ReadonlyMap<number, string>): FunctionSpan[] {
  const open: FunctionSpan[] = []
  const counts = new Map<string, number>()
  return nodes
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .flatMap(({ start, end, body }) => {
      if (!body) return []
      while (open.length > 0 && (open.at(-1)?.end ?? 0) <= start) open.pop()
      const own = [open.at(-1)?.name, names.get(start)].filter((part) => part !== undefined).join('/')
      const count = (counts.get(own) ?? 0) + 1
      counts.set(own, count)
      const name = names.has(start) && count === 1 ? own : `${own}/${count}`
      const span = {
        name,
        start,
        end,
        body: { start: body.start, end: body.end, isBlock: body.type === 'BlockStatement' },
      }
      open.push(span)
      return [span]
    })
}

/** The innermost function around an offset; null at the top level of the file. */
export const functionAt = (functions: readonly FunctionSpan[], offset: number): FunctionSpan | null =>
  functions.findLast(({ body }) => body.start <= offset && offset < body.end) ?? null

/**
 * Instruments a text so that every function reports its number when it runs: `globalThis.sitecraftRan?.(7)`.
 * @param first the number of the first function
 */
export function instrumentFunctions(text: string, functions: readonly FunctionSpan[], first: number): string {
  const inserts = functions.flatMap(({ body }, i) => {
    const call = `globalThis.sitecraftRan?.(${first + i})`
    return body.isBlock
      ? [{ at: body.start + 1, text: `${call};`, order: i }]
      : [
          { at: body.start, text: `(${call}, `, order: i },
          // Of two functions with the same end, the inner one closes first.
          { at: body.end, text: ')', order: -i },
        ]
  })
  let result = text
  const back = inserts.toSorted((a, b) => b.at - a.at || b.order - a.order)
  for (const { at, text: added } of back) result = result.slice(0, at) + added + result.slice(at)
  return result
}
