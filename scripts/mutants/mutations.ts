import { parseSync, Visitor } from 'rolldown/utils'
import { constantsOf } from './constants.ts'

/** Kinds of mutations. The kind is chosen first, so that rare kinds are sampled as often as literals. */
export const KINDS = [
  'dropped where',
  'dropped filter, sort or lock',
  'removed guard',
  'flipped condition',
  'moved boundary',
  'swapped && and ||',
  'other arithmetic',
  'swapped arguments',
  'removed call',
  'removed await',
  'returned constant',
  'flipped boolean',
  'changed number',
  'emptied string',
  'dropped property',
] as const

export type Kind = (typeof KINDS)[number]

/** Replaces the range from `start` to `end` of a file's text. */
export interface Edit {
  kind: Kind
  start: number
  end: number
  text: string
}

interface Span {
  start: number
  end: number
}

const WHERE = /^(?:where|having)/
const FILTER = /^(?:filter|sort|toSorted|toReversed|orderBy|limit|distinct|forUpdate|forShare|trim|slice|toLowerCase)$/
const OPERATORS: Record<string, readonly [Kind, string]> = {
  '<': ['moved boundary', '<='],
  '<=': ['moved boundary', '<'],
  '>': ['moved boundary', '>='],
  '>=': ['moved boundary', '>'],
  '===': ['flipped condition', '!=='],
  '!==': ['flipped condition', '==='],
  '&&': ['swapped && and ||', '||'],
  '||': ['swapped && and ||', '&&'],
  '-': ['other arithmetic', '+'],
  '*': ['other arithmetic', '/'],
  '/': ['other arithmetic', '*'],
  '%': ['other arithmetic', '*'],
}
/** Calls without tests: styles and debug logging. */
const UNTESTED_CALL = /^(?:makeStyles|makeStaticStyles|mergeClasses)$|\blog(?:ger)?\??\.(?:debug|trace|info)$/
/** Calls whose arguments are untested: a log entry matters, its wording does not. */
const UNTESTED_ARGUMENTS = /\blog(?:ger)?\??\.(?:warn|error|fatal)$|^Symbol$/
const UNTESTED_NEW = /^(?:\w*Error|URL)$/
const TESTED_ATTRIBUTE = /label|title|placeholder|href|to$/i
/** Arguments that may be swapped. */
const PLAIN = new Set([
  'Identifier',
  'MemberExpression',
  'CallExpression',
  'Literal',
  'TemplateLiteral',
  'BinaryExpression',
])
const LEAVES = new Set(['ThrowStatement', 'ReturnStatement', 'ContinueStatement'])

/** Doubles larger numbers: a limit increased by one hardly differs. */
const changeNumber = (value: number): number => (value < 10 ? value + 1 : value * 2)

/** All mutations of a file in text order. */
export function editsOf(path: string, text: string): Edit[] {
  const { program } = parseSync(path, text)
  const edits: Edit[] = []
  const untested: Span[] = []
  const add = (kind: Kind, { start, end }: Span, replacement: string): void => {
    if (text.slice(start, end) !== replacement) edits.push({ kind, start, end, text: replacement })
  }
  const skip = ({ start, end }: Span): void => void untested.push({ start, end })
  const source = ({ start, end }: Span): string => text.slice(start, end)
  const addOperator = (operator: string, left: Span, right: Span): void => {
    const change = OPERATORS[operator]
    const start = text.indexOf(operator, left.end)
    if (change && start >= 0 && start < right.start) add(change[0], { start, end: start + operator.length }, change[1])
  }
  const negate = (test: Span): void => add('flipped condition', test, `!(${source(test)})`)

  new Visitor({
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    ExportNamedDeclaration: (node) => void (node.source && skip(node.source)),
    ImportExpression: skip,
    TSTypeAnnotation: skip,
    TSTypeAliasDeclaration: skip,
    TSInterfaceDeclaration: skip,
    TSTypeParameterInstantiation: skip,
    TSLiteralType: skip,
    TSEnumDeclaration: skip,
    JSXAttribute: ({ name, value }) => {
      const attribute = source(name)
      if (
        value &&
        (/^(?:className|style|css)$/.test(attribute) || (value.type === 'Literal' && !TESTED_ATTRIBUTE.test(attribute)))
      )
        skip(value)
    },
    NewExpression: (node) => void (UNTESTED_NEW.test(source(node.callee)) && skip(node)),
    CallExpression: (node) => {
      if (UNTESTED_CALL.test(source(node.callee))) return skip(node)
      if (UNTESTED_ARGUMENTS.test(source(node.callee))) skip({ start: node.callee.end, end: node.end })
      if (node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier') {
        const { name } = node.callee.property
        const dropped = { start: node.callee.object.end, end: node.end }
        if (WHERE.test(name)) add('dropped where', dropped, '')
        if (FILTER.test(name)) add('dropped filter, sort or lock', dropped, '')
      }
      for (const [i, first] of node.arguments.entries()) {
        const second = node.arguments[i + 1]
        if (!second || !PLAIN.has(first.type) || !PLAIN.has(second.type)) continue
        const between = text.slice(first.end, second.start)
        const swapped = `${source(second)}${between}${source(first)}`
        add('swapped arguments', { start: first.start, end: second.end }, swapped)
      }
    },
    IfStatement: (node) => {
      negate(node.test)
      const { consequent } = node
      const last =
        consequent.type === 'BlockStatement' && consequent.body.length < 3 ? consequent.body.at(-1) : consequent
      if (!node.alternate && last && LEAVES.has(last.type)) add('removed guard', node, ';')
    },
    ConditionalExpression: (node) => {
      negate(node.test)
      // Only the sign of a comparison result matters.
      if (/^-?1$/.test(source(node.consequent)) && /^-?1$/.test(source(node.alternate)))
        skip({ start: node.test.end, end: node.end })
    },
    BinaryExpression: (node) => {
      addOperator(node.operator, node.left, node.right)
      const isNumber = [node.left, node.right].some((side) => side.type === 'Literal' && typeof side.value === 'number')
      if (node.operator === '+' && isNumber) {
        const start = text.indexOf('+', node.left.end)
        add('other arithmetic', { start, end: start + 1 }, '-')
      }
    },
    LogicalExpression: (node) => addOperator(node.operator, node.left, node.right),
    ExpressionStatement: (node) => {
      const { expression } = node
      if (expression.type === 'AwaitExpression') add('removed await', node, ';')
      const inner = expression.type === 'UnaryExpression' ? expression.argument : expression
      const isCall = inner.type === 'CallExpression' || inner.type === 'ChainExpression'
      if (isCall && !/^super\b/.test(source(node))) add('removed call', node, ';')
    },
    Property: (node) =>
      void (!node.computed && skip(node.shorthand ? { start: node.start, end: node.start } : node.key)),
    ObjectExpression: ({ properties, end }) => {
      for (const [i, property] of properties.entries()) {
        const [before, after] = [properties[i - 1], properties[i + 1]]
        if (property.type !== 'Property') continue
        const start = after ? property.start : (before?.end ?? property.start)
        add('dropped property', { start, end: after?.start ?? end - 1 }, '')
      }
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') add('flipped boolean', node, String(!node.value))
      if (typeof node.value === 'number') add('changed number', node, String(changeNumber(node.value)))
      if (typeof node.value === 'string' && node.value !== '') add('emptied string', node, "''")
    },
  }).visit(program)
  for (const { span, constant } of constantsOf(program)) add('returned constant', span, constant)
  return edits
    .filter(
      ({ start, end }) => !untested.some((span) => span.start <= start && end <= span.end && span.start < span.end),
    )
    .toSorted((a, b) => a.start - b.start || a.end - b.end || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}
