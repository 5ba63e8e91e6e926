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
 * Only the confirming button of a question may act: cancel, Esc and a click outside do nothing (docs/glossary, rules of
 * the Chinese texts). These rules follow each answer of useConfirm, useChoice and useConfirmDiscard through its function, and
 * report code that runs without a confirmation.
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

const RUNS_UNCONFIRMED = 'runs without a confirmation: cancel, Esc and a click outside of the question must do nothing'
const NOT_CHECKED =
  'the answer is not checked: act in `if (await confirm(…))`, or leave with `if (!(await confirm(…))) return`'

/** Whether the node runs nothing: a literal, a name, or a return of these. */
const isInert = (node: SyntaxNode | undefined): boolean =>
  !node || !withDescendants(node).some(({ type }) => ACTING.has(type))

/** Whether the statement leaves the function or the loop iteration and does nothing before. */
function isExit(node: SyntaxNode | undefined): boolean {
  if (!node || !isInert(node)) return false
  return LEAVING.has(node.type) || (node.type === 'BlockStatement' && node.children.some(isExit))
}

const functionAround = (node: SyntaxNode): SyntaxNode | null => {
  let at = node.parent
  while (at && !isFunction(at)) at = at.parent
  return at
}

/** The statements that run after this one in the same function. */
function statementsAfter(node: SyntaxNode): SyntaxNode[] {
  const { parent } = node
  if (!parent || isFunction(node) || node.type === 'Program') return []
  const isList = ['BlockStatement', 'FunctionBody', 'Program', 'SwitchCase'].includes(parent.type)
  const after = isList ? parent.children.slice(parent.children.indexOf(node) + 1) : []
  const handled = parent.type === 'TryStatement' && node.role === 'block' ? childrenOf(parent, 'finalizer') : []
  return [...after, ...handled, ...(after.some(isExit) ? [] : statementsAfter(parent))]
}

/** The name of a function for its callers: of `const ask = async () => …`, `useCallback(async () => …)`, `ask() {}`. */
function nameOf(fn: SyntaxNode): string {
  const own = childOf(fn, 'id')?.word
  if (own) return own
  const wrapped = fn.parent && /^use(?:Callback|Latest|EffectEvent)$/.test(calleeOf(fn.parent)) ? fn.parent : fn
  const holder = wrapped.parent
  return holder?.type === 'VariableDeclarator' ? (childOf(holder, 'id')?.word ?? '') : ''
}

const isNull = (node: SyntaxNode | undefined): boolean => node?.type === 'Literal' && node.word === 'null'

/** Whether the call reads a constant of texts: `SENSITIVE.ask(2)`. */
const isOfConstant = (call: SyntaxNode): boolean =>
  /^[A-Z_]+$/.test(childOf(childOf(call, 'callee'), 'object')?.word ?? '')

class AnswerChecker {
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

  /** Adds functions that the file receives as `ask: (question: ConfirmOptions) => Promise<boolean>`. */
  addReceivedAskers(text: string): void {
    for (const node of this.#nodes) {
      const name = node.type === 'TSPropertySignature' ? childOf(node, 'key')?.word : undefined
      if (name && text.slice(node.start, node.end).includes('ConfirmOptions')) this.#askers.add(name)
    }
  }

  check(): { node: SyntaxNode; message: string }[] {
    // The set grows during the loop: a function that returns an answer is an asker, too.
    for (const name of this.#askers) {
      for (const node of this.#nodes) if (calleeOf(node) === name && !isOfConstant(node)) this.#follow(node, false)
    }
    return this.#found
  }

  #refuse(node: SyntaxNode, message = RUNS_UNCONFIRMED): void {
    this.#found.push({ node, message })
  }

  /** Follows an expression that is true, or with `isNegated` false, only after a confirmation. */
  #follow(node: SyntaxNode, isNegated: boolean): void {
    const { parent, role } = node
    if (!parent) return
    switch (parent.type) {
      case 'AwaitExpression':
        return this.#follow(parent, isNegated)
      case 'UnaryExpression':
        return parent.word === '!' ? this.#follow(parent, !isNegated) : this.#checkIgnored(parent)
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
        return this.#checkIgnored(node)
      default:
        return node.type === 'Identifier' && this.#isGuarded(node) ? undefined : this.#refuse(node, NOT_CHECKED)
    }
  }

  #followLogical(node: SyntaxNode, parent: SyntaxNode, isNegated: boolean): void {
    const runsOnYes = parent.word === '&&' ? !isNegated : parent.word === '||' && isNegated
    // `agreed || other` and `!agreed && other` evaluate `other` after a refusal.
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
    if (isExit(onNo)) return
    const next = statementsAfter(statement).find((each) => !isInert(each))
    if (next) this.#refuse(next)
  }

  /** Follows each use of a variable or parameter with an answer. */
  #followName(id: SyntaxNode | undefined, scope: SyntaxNode | null, from: number): void {
    if (id?.type !== 'Identifier' || !scope) return id && this.#refuse(id, NOT_CHECKED)
    const uses = withDescendants(scope).filter(
      (each) =>
        each.type === 'Identifier' &&
        each.word === id.word &&
        each.start >= from &&
        !(each.parent?.type === 'MemberExpression' && each.role === 'property') &&
        !(each.parent?.type === 'Property' && each.role === 'key'),
    )
    if (uses.length === 0) this.#refuse(id, NOT_CHECKED)
    for (const use of uses) this.#follow(use, false)
  }

  /** `confirm(…).then((agreed) => …)` */
  #followThen(member: SyntaxNode): void {
    const call = member.parent
    const run = call && calleeOf(call) === 'then' ? childOf(call, 'arguments') : undefined
    if (!run || !isFunction(run)) return this.#refuse(member, NOT_CHECKED)
    const param = childOf(run, 'params')
    if (param) this.#followName(param, run, param.end)
    else this.#refuse(run, NOT_CHECKED)
  }

  #passOn(leaving: SyntaxNode, isNegated: boolean): void {
    const fn = isFunction(leaving) ? leaving : functionAround(leaving)
    if (isNegated) return this.#refuse(leaving, NOT_CHECKED)
    const name = fn ? nameOf(fn) : ''
    if (name) this.#askers.add(name)
  }

  /** An unread answer is only allowed in the last statement. */
  #checkIgnored(node: SyntaxNode): void {
    const statement = node.parent?.type === 'ExpressionStatement' ? node.parent : null
    const next = statement && statementsAfter(statement).find((each) => !isInert(each))
    if (next) this.#refuse(next)
  }

  /** Whether this use of a variable is only reached after a confirmation. */
  #isGuarded(use: SyntaxNode): boolean {
    const agrees = (test: SyntaxNode | undefined, expected: 'yes' | 'no'): boolean =>
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
            (expected === 'no'),
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
          each.type === 'IfStatement' && isExit(childOf(each, 'consequent')) && agrees(childOf(each, 'test'), 'no'),
      )
      if (left) return true
    }
    return false
  }
}

/** Code of the renderer that acts without a confirmation. */
export function answerProblems({ path, text }: SourceFile): Problem[] {
  if (!isRenderer(path) || isTest(path) || !/useConfirm|useChoice|useMayLose|questions\.ts/.test(text)) return []
  const answers = new AnswerChecker(readSyntax(path, text))
  answers.addReceivedAskers(text)
  return answers.check().map(({ node, message }) => ({ path, line: lineAt(text, node), message }))
}
