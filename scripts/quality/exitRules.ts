import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { calleeOf, childOf, isFunction, lineAt, readSyntax, type SyntaxNode, withDescendants } from './syntax.ts'
import { isRenderer, isTest } from './tree.ts'

/** Hooks that return a write to the server or the host. */
const WRITES = /^use(?:Write|SessionAction|RemoveRows)$/
const EXITS = new Set(['onClose', 'onCancel'])
const EXIT_LABELS = new Set(['取消', '返回', '返回修改', '继续编辑'])

/** `useWrite('uploads.cancel')`: aborts work that the dialog itself started. */
const isAbort = (hook: SyntaxNode): boolean => (childOf(hook, 'arguments')?.word ?? '').endsWith('.cancel')

/** Names of functions that write, from `const { mutate: save } = useWrite(…)`. */
function writesOf(nodes: readonly SyntaxNode[]): Set<string> {
  const names = new Set<string>()
  for (const node of nodes) {
    const init = node.type === 'VariableDeclarator' ? childOf(node, 'init') : undefined
    const id = childOf(node, 'id')
    if (!init || !id || !WRITES.test(calleeOf(init)) || isAbort(init)) continue
    if (id.type === 'Identifier') names.add(id.word)
    for (const each of id.children) {
      const [key, value] = [childOf(each, 'key')?.word ?? '', childOf(each, 'value')?.word]
      if (value && /^mutate(?:Async)?$/.test(key)) names.add(value)
    }
  }
  return names
}

/** Functions of the file by name. */
function functionsOf(nodes: readonly SyntaxNode[]): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>()
  for (const node of nodes) {
    const run = node.type === 'VariableDeclarator' ? childOf(node, 'init') : node
    const name = childOf(node, 'id')?.word
    if (run && name && isFunction(run)) found.set(name, run)
  }
  return found
}

/** Whether calling this value writes something, directly or through functions of the same file. */
function doesWrite(
  value: SyntaxNode,
  writes: ReadonlySet<string>,
  functions: ReadonlyMap<string, SyntaxNode>,
  visited = new Set<SyntaxNode>(),
): boolean {
  if (visited.has(value)) return false
  visited.add(value)
  const inner = (name: string): boolean => {
    const fn = functions.get(name)
    return fn !== undefined && doesWrite(fn, writes, functions, visited)
  }
  if (value.type === 'Identifier') return writes.has(value.word) || inner(value.word)
  return withDescendants(value).some((each) => {
    const name = calleeOf(each)
    const object = childOf(childOf(each, 'callee'), 'object')?.word ?? ''
    if (object !== '') return /^mutate(?:Async)?$/.test(name) && writes.has(object)
    return writes.has(name) || inner(name)
  })
}

/** Handlers for leaving a dialog: onClose, and onClick of a button labelled 取消. */
function exitsOf(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'JSXAttribute' && EXITS.has(childOf(node, 'name')?.word ?? '')) return [node]
  if (node.type !== 'JSXElement') return []
  const label = node.children.filter(({ role }) => role === 'children').map(({ word }) => word.trim())
  if (label.length !== 1 || !EXIT_LABELS.has(label[0] ?? '')) return []
  const attributes = childOf(node, 'openingElement')?.children ?? []
  return attributes.filter((each) => each.type === 'JSXAttribute' && childOf(each, 'name')?.word === 'onClick')
}

/** Leaving a dialog by cancel, Esc or a click outside must not write. */
export function exitProblems({ path, text }: SourceFile): Problem[] {
  if (!isRenderer(path) || isTest(path) || !/\bon(?:Close|Cancel)=|>\s*(?:取消|返回)/.test(text)) return []
  const nodes = readSyntax(path, text)
  const writes = writesOf(nodes)
  const functions = functionsOf(nodes)
  return nodes.flatMap(exitsOf).flatMap((exit) => {
    const value = childOf(childOf(exit, 'value'), 'expression')
    if (!value || !doesWrite(value, writes, functions)) return []
    return [
      { path, line: lineAt(text, exit), message: 'leaving a dialog must not write: only its confirming button may' },
    ]
  })
}
