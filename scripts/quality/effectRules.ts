import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { calleeOf, childOf, childrenOf, isFunction, lineAt, readSyntax, returnedBy, type SyntaxNode } from './syntax.ts'
import { isRenderer, isTest } from './tree.ts'

const EFFECT = /^use(?:Layout|Insertion)?Effect$/

/** `changes.on(fn)`, `onEnded(fn)`, `registerDialog()`: functions with such names return a cleanup function. */
function isSubscription(call: SyntaxNode): boolean {
  const name = calleeOf(call)
  if (/^(?:register|subscribe)/.test(name)) return true
  return /^on(?:[A-Z]|$)/.test(name) && childrenOf(call, 'arguments').some(isFunction)
}

/** Whether the expression can only be a function or undefined. */
function isCleanup(value: SyntaxNode): boolean {
  if (isFunction(value) || value.type === 'Identifier' || isSubscription(value)) return true
  if (value.type === 'UnaryExpression') return value.word === 'void'
  return (
    value.type === 'ConditionalExpression' &&
    ['consequent', 'alternate'].every((role) => childrenOf(value, role).every(isCleanup))
  )
}

/**
 * React calls the return value of an effect when the effect ends: anything but a function crashes the window. The types
 * do not detect this: `scrollIntoView` is declared to return nothing, but returns a promise in newer browsers.
 */
export function effectProblems({ path, text }: SourceFile): Problem[] {
  if (!isRenderer(path) || isTest(path) || !text.includes('Effect(')) return []
  return readSyntax(path, text).flatMap((node) => {
    if (!EFFECT.test(calleeOf(node))) return []
    const effect = childOf(node, 'arguments')
    if (!effect) return []
    if (!isFunction(effect))
      return [
        {
          path,
          line: lineAt(text, node),
          message: 'write the effect as a function in place, so that its return can be checked',
        },
      ]
    return returnedBy(effect)
      .filter((value) => !isCleanup(value))
      .map((value) => ({
        path,
        line: lineAt(text, value),
        message: 'an effect returns nothing or a function: put the call into a body with braces',
      }))
  })
}
