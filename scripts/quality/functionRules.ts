import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { childOf, isFunction, lineAt, readSyntax, type SyntaxNode } from './syntax.ts'
import { isProduct } from './tree.ts'

/** docs/architecture, Targets: a longer function has more than one purpose. */
export const MAX_FUNCTION_LINES = 80
/** A component contains markup in addition to its logic, so its limit is higher. */
export const MAX_COMPONENT_LINES = 120

/** Calls that pass their function on: `const List = memo(forwardRef(…))` names the function List. */
const isWrapper = ({ type, role }: SyntaxNode): boolean => type === 'CallExpression' && role !== 'callee'

/** The declared or assigned name of the function; empty for an anonymous one. */
function nameOf(fn: SyntaxNode): string {
  const own = childOf(fn, 'id')?.word
  if (own) return own
  let holder = fn.parent
  while (holder && isWrapper(holder)) holder = holder.parent
  return (childOf(holder ?? undefined, 'id') ?? childOf(holder ?? undefined, 'key'))?.word ?? ''
}

/** Functions of product code that exceed the limit; lines of inner functions count. */
export function functionProblems({ path, text, lines }: SourceFile): Problem[] {
  if (lines <= MAX_FUNCTION_LINES || !isProduct(path)) return []
  return readSyntax(path, text)
    .filter(isFunction)
    .flatMap((fn) => {
      const name = nameOf(fn)
      const limit = path.endsWith('.tsx') && /^[A-Z]/.test(name) ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES
      const length = text.slice(fn.start, fn.end).split('\n').length
      if (length <= limit) return []
      const message = `${name || 'this function'} has ${length} lines, at most ${limit}: extract a named part`
      return [{ path, line: lineAt(text, fn), message }]
    })
}
