import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import {
  calleeOf,
  childOf,
  childrenOf,
  isFunction,
  lineAt,
  readSyntax,
  type SyntaxNode,
  withDescendants,
} from './syntax.ts'
import { isRenderer, isTest } from './tree.ts'

/**
 * Only the agreeing button of a question acts: cancel, Esc and a click beside it do nothing (docs/glossary, rules of the
 * Chinese texts). These rules follow each answer of useConfirm, useChoice and useMayLose through its function, and refuse code
 * that runs although the person did not agree.
 */
const HOOKS = new Set(['useConfirm', 'useChoice', 'useMayLose'])
const QUESTIONS = '#renderer/data/questions.ts'

const ACTING = new Set([
  'CallExpression',
  'NewExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'AwaitExpression',
  'YieldExpression',
  'JSXElement',
])
const LEAVING = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'])

const OTHERWISE = 'runs although the person did not agree: cancel, Esc and a click beside the question do nothing'
const UNSEEN =
  'the answer is not looked at: act in `if (await confirm(…))`, or leave with `if (!(await confirm(…))) return`'

/** Runs nothing: a literal, a name, a return of either. */
const isInert = (node: SyntaxNode | undefined): boolean =>
  !node || !withDescendants(node).some(({ type }) => ACTING.has(type))

/** Leaves the function or the round of the loop, and does nothing before. */
function leaves(node: SyntaxNode | undefined): boolean {
  if (!node || !isInert(node)) return false
  return LEAVING.has(node.type) || (node.type === 'BlockStatement' && node.children.some(leaves))
}

const functionAround = (node: SyntaxNode): SyntaxNode | null => {
  let at = node.parent
  while (at && !isFunction(at)) at = at.parent
  return at
}

/** What runs after the statement in the same function. */
function statementsAfter(node: SyntaxNode): SyntaxNode[] {
  const { parent } = node
  if (!parent || isFunction(node) || node.type === 'Program') return []
  const isList = ['BlockStatement', 'FunctionBody', 'Program', 'SwitchCase'].includes(parent.type)
  const after = isList ? parent.children.slice(parent.children.indexOf(node) + 1) : []
  const handled = parent.type === 'TryStatement' && node.role === 'block' ? childrenOf(parent, 'finalizer') : []
  return [...after, ...handled, ...(after.some(leaves) ? [] : statementsAfter(parent))]
}

/** The name under which other code calls the function: of `const ask = async () => …`, `useCallback(async () => …)`, `ask() {}`. */
function nameOf(fn: SyntaxNode): string {
  const own = childOf(fn, 'id')?.word
  if (own) return own
  const wrapped = fn.parent && /^use(?:Callback|Latest|EffectEvent)$/.test(calleeOf(fn.parent)) ? fn.parent : fn
  const holder = wrapped.parent
  return holder?.type === 'VariableDeclarator' ? (childOf(holder, 'id')?.word ?? '') : ''
}

const isNull = (node: SyntaxNode | undefined): boolean => node?.type === 'Literal' && node.word === 'null'

/** `SENSITIVE.ask(2)`: a text of a table of texts. */
const isOfConstant = (call: SyntaxNode): boolean =>
  /^[A-Z_]+$/.test(childOf(childOf(call, 'callee'), 'object')?.word ?? '')

class Answers {
  readonly #nodes: readonly SyntaxNode[]
  readonly #askers = new Set<string>()
  readonly #found: { node: SyntaxNode; message: string }[] = []

  constructor(nodes: readonly SyntaxNode[]) {
    this.#nodes = nodes
    for (const node of nodes) {
      const init = node.type === 'VariableDeclarator' ? childOf(node, 'init') : undefined
      if (init && HOOKS.has(calleeOf(init))) this.#askers.add(childOf(node, 'id')?.word ?? '')
      const from = node.type === 'ImportSpecifier' && node.parent ? childOf(node.parent, 'source')?.word : ''
      if (from === QUESTIONS && node.word !== 'type') this.#askers.add(childOf(node, 'local')?.word ?? '')
    }
  }

  /** Also what a file gets handed over as `ask: (question: ConfirmOptions) => Promise<boolean>`. */
  addHandedOver(text: string): void {
    for (const node of this.#nodes) {
      const name = node.type === 'TSPropertySignature' ? childOf(node, 'key')?.word : undefined
      if (name && text.slice(node.start, node.end).includes('ConfirmOptions')) this.#askers.add(name)
    }
  }

  check(): { node: SyntaxNode; message: string }[] {
    // A set that grows while it is walked: a function that passes an answer on asks as well.
    for (const name of this.#askers) {
      for (const node of this.#nodes) if (calleeOf(node) === name && !isOfConstant(node)) this.#follow(node, false)
    }
    return this.#found
  }

  #refuse(node: SyntaxNode, message = OTHERWISE): void {
    this.#found.push({ node, message })
  }

  /** Follows an expression that is true, or with `isNegated` false, only when the person agreed. */
  #follow(node: SyntaxNode, isNegated: boolean): void {
    const { parent, role } = node
    if (!parent) return
    switch (parent.type) {
      case 'AwaitExpression':
        return this.#follow(parent, isNegated)
      case 'UnaryExpression':
        return parent.word === '!' ? this.#follow(parent, !isNegated) : this.#ignored(parent)
      case 'LogicalExpression':
        return this.#followLogical(node, parent, isNegated)
      case 'BinaryExpression':
        return this.#followComparison(node, parent, isNegated)
      case 'ConditionalExpression':
        if (role !== 'test') return this.#follow(parent, isNegated)
        return isInert(childOf(parent, isNegated ? 'consequent' : 'alternate')) ? undefined : this.#refuse(parent)
      case 'IfStatement':
        return this.#followIf(parent, isNegated)
      case 'VariableDeclarator':
        return this.#followName(childOf(parent, 'id'), functionAround(parent), parent.end)
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
        return this.#passOn(parent, isNegated)
      case 'MemberExpression':
        return this.#followThen(parent)
      case 'ExpressionStatement':
        return this.#ignored(node)
      default:
        return node.type === 'Identifier' && this.#isGuarded(node) ? undefined : this.#refuse(node, UNSEEN)
    }
  }

  #followLogical(node: SyntaxNode, parent: SyntaxNode, isNegated: boolean): void {
    const runsOnYes = parent.word === '&&' ? !isNegated : parent.word === '||' && isNegated
    // `agreed || other` and `!agreed && other` look at something else after a no.
    if (node.role === 'left' && !runsOnYes) return this.#refuse(parent)
    this.#follow(parent, isNegated)
  }

  #followComparison(node: SyntaxNode, parent: SyntaxNode, isNegated: boolean): void {
    const other = childOf(parent, node.role === 'left' ? 'right' : 'left')
    const isDifferent = parent.word.startsWith('!')
    if (this.#isGuarded(node)) return
    this.#follow(parent, isNegated !== (isNull(other) !== isDifferent))
  }

  #followIf(statement: SyntaxNode, isNegated: boolean): void {
    const onNo = childOf(statement, isNegated ? 'consequent' : 'alternate')
    if (!isInert(onNo)) return this.#refuse(onNo ?? statement)
    if (leaves(onNo)) return
    const next = statementsAfter(statement).find((each) => !isInert(each))
    if (next) this.#refuse(next)
  }

  /** Follows each use of a variable or parameter that holds an answer. */
  #followName(id: SyntaxNode | undefined, scope: SyntaxNode | null, from: number): void {
    if (id?.type !== 'Identifier' || !scope) return id && this.#refuse(id, UNSEEN)
    const uses = withDescendants(scope).filter(
      (each) =>
        each.type === 'Identifier' &&
        each.word === id.word &&
        each.start >= from &&
        !(each.parent?.type === 'MemberExpression' && each.role === 'property') &&
        !(each.parent?.type === 'Property' && each.role === 'key'),
    )
    if (uses.length === 0) this.#refuse(id, UNSEEN)
    for (const use of uses) this.#follow(use, false)
  }

  /** `confirm(…).then((agreed) => …)` */
  #followThen(member: SyntaxNode): void {
    const call = member.parent
    const run = call && calleeOf(call) === 'then' ? childOf(call, 'arguments') : undefined
    if (!run || !isFunction(run)) return this.#refuse(member, UNSEEN)
    const param = childOf(run, 'params')
    if (param) this.#followName(param, run, param.end)
    else this.#refuse(run, UNSEEN)
  }

  #passOn(leaving: SyntaxNode, isNegated: boolean): void {
    const fn = isFunction(leaving) ? leaving : functionAround(leaving)
    if (isNegated) return this.#refuse(leaving, UNSEEN)
    const name = fn ? nameOf(fn) : ''
    if (name) this.#askers.add(name)
  }

  /** An answer that nobody reads may only be the last thing that happens. */
  #ignored(node: SyntaxNode): void {
    const statement = node.parent?.type === 'ExpressionStatement' ? node.parent : null
    const next = statement && statementsAfter(statement).find((each) => !isInert(each))
    if (next) this.#refuse(next)
  }

  /** Is this use of a variable reached only after a yes? */
  #isGuarded(use: SyntaxNode): boolean {
    const agrees = (test: SyntaxNode | undefined, wanted: 'yes' | 'no'): boolean =>
      test !== undefined &&
      test !== use &&
      withDescendants(test).some(
        (each) =>
          each !== use &&
          each.type === 'Identifier' &&
          each.word === use.word &&
          (each.parent?.type === 'UnaryExpression' ||
            (each.parent?.type === 'BinaryExpression' &&
              isNull(childOf(each.parent, each.role === 'left' ? 'right' : 'left')) &&
              each.parent.word === '===')) ===
            (wanted === 'no'),
      )
    for (let at = use; at.parent; at = at.parent) {
      const { parent, role } = at
      if (role === 'consequent' && agrees(childOf(parent, 'test'), 'yes')) return true
      if (parent.type === 'LogicalExpression' && role === 'right' && parent.word === '&&') {
        if (agrees(childOf(parent, 'left'), 'yes')) return true
      }
      const before = parent.children.slice(0, parent.children.indexOf(at))
      const left = before.some(
        (each) =>
          each.type === 'IfStatement' && leaves(childOf(each, 'consequent')) && agrees(childOf(each, 'test'), 'no'),
      )
      if (left) return true
    }
    return false
  }
}

/** Code of a window that acts although a question was not agreed to. */
export function answerProblems({ path, text }: SourceFile): Problem[] {
  if (!isRenderer(path) || isTest(path) || !/useConfirm|useChoice|useMayLose|questions\.ts/.test(text)) return []
  const answers = new Answers(readSyntax(path, text))
  answers.addHandedOver(text)
  return answers.check().map(({ node, message }) => ({ path, line: lineAt(text, node), message }))
}
