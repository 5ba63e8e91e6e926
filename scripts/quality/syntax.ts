import { parseSync } from 'rolldown/utils'

/** A node of a syntax tree with its parent. Parentheses, type assertions and optional chains are skipped. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  parent: SyntaxNode | null
  /** The parent's property with this node: test, left, consequent. */
  role: string
  children: SyntaxNode[]
  /** Name of an identifier, operator of an expression, value of a literal or text; empty for any other node. */
  word: string
}

const TRANSPARENT = new Set(['ParenthesizedExpression', 'ChainExpression', 'TSAsExpression', 'TSSatisfiesExpression'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function wordOf(raw: Record<string, unknown>): string {
  const word = raw['type'] === 'Literal' ? String(raw['value']) : (raw['name'] ?? raw['operator'] ?? raw['value'])
  return typeof word === 'string' ? word : ''
}

function toNodes(value: unknown, role: string, parent: SyntaxNode | null): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => toNodes(each, role, parent))
  if (!isObject(value) || typeof value['type'] !== 'string') return []
  const { type, start, end } = value
  if (TRANSPARENT.has(type)) return toNodes(value['expression'], role, parent)
  const node: SyntaxNode = {
    type,
    start: Number(start),
    end: Number(end),
    parent,
    role,
    children: [],
    word: wordOf(value),
  }
  node.children = Object.entries(value).flatMap(([key, each]) => toNodes(each, key, node))
  return [node]
}

/** All nodes of a file in text order, the program first. */
export function readSyntax(path: string, text: string): SyntaxNode[] {
  return toNodes(parseSync(path, text).program, '', null).flatMap(withDescendants)
}

/** The node and its descendants in text order. */
export const withDescendants = (node: SyntaxNode): SyntaxNode[] => [node, ...node.children.flatMap(withDescendants)]

export const childOf = (node: SyntaxNode | undefined, role: string): SyntaxNode | undefined =>
  node?.children.find((each) => each.role === role)

export const childrenOf = (node: SyntaxNode | undefined, role: string): SyntaxNode[] =>
  node?.children.filter((each) => each.role === role) ?? []

export const isFunction = ({ type }: SyntaxNode): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type)

/** Name of the called function: `confirm` of `confirm(…)`, `ask` of `form.ask(…)`; empty for anything else. */
export function calleeOf(call: SyntaxNode): string {
  const callee = call.type === 'CallExpression' ? childOf(call, 'callee') : undefined
  if (callee?.type === 'Identifier') return callee.word
  return callee?.type === 'MemberExpression' ? (childOf(callee, 'property')?.word ?? '') : ''
}

/** The returned expressions of a function: its expression body, or its own return statements. */
export function returnedBy(fn: SyntaxNode): SyntaxNode[] {
  const body = childOf(fn, 'body')
  if (!body) return []
  if (body.type !== 'BlockStatement' && body.type !== 'FunctionBody') return [body]
  const own = (node: SyntaxNode): SyntaxNode[] =>
    isFunction(node) ? [] : node.type === 'ReturnStatement' ? childrenOf(node, 'argument') : node.children.flatMap(own)
  return body.children.flatMap(own)
}

/** Line of a node in the text of its file. */
export const lineAt = (text: string, { start }: SyntaxNode): number => text.slice(0, start).split('\n').length
