import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'

/** What electron.d.ts of the installed version says, in a form that a running program can be checked against. */
export interface Typings {
  /** Classes and interfaces by name. */
  types: Record<string, TypeFacts>
  /** Names of types that stand for another shape. */
  aliases: Record<string, Shape>
}

export interface TypeFacts {
  extends: string[]
  members: Record<string, Member>
  statics: Record<string, Member>
  events: Record<string, Platforms>
}

/** Systems that have it; null: all of them. */
export type Platforms = string[] | null

export interface Member {
  platforms: Platforms
  isReadonly: boolean
  isOptional: boolean
  /** The overloads of a method; null for a property. */
  calls: Parameter[][] | null
  /** Of a property. */
  shape: Shape
}

export interface Parameter {
  isOptional: boolean
  isRest: boolean
  shape: Shape
}

export type Shape =
  | { kind: 'any' }
  | { kind: 'primitive'; name: string }
  | { kind: 'literal'; value: unknown }
  | { kind: 'type'; name: string }
  | { kind: 'array'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  | { kind: 'object'; members: Record<string, Member> }

/** A node of the syntax tree (ESTree with TypeScript's nodes), as far as it is read here. */
interface Node {
  type: string
  start: number
  name?: string
  value?: unknown
  id?: { name: string }
  key?: { name?: string; value?: string }
  body?: Node | Node[]
  static?: boolean
  readonly?: boolean
  optional?: boolean
  params?: Node[]
  argument?: Node
  types?: Node[]
  members?: Node[]
  elementType?: Node
  literal?: Node
  typeName?: Node
  typeArguments?: { params: Node[] } | null
  typeAnnotation?: Node | null
  extends?: { expression: Node }[]
  superClass?: { name?: string } | null
}

/** Parses electron.d.ts of the installed version. */
export function readTypings(): Typings {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const text = readFileSync(join(folder, 'electron.d.ts'), 'utf8')
  const tree = parseAst(text, { lang: 'dts', sourceType: 'module' }) as unknown as { body: Node[] }
  const namespace = tree.body.find(({ type, id }) => type === 'TSModuleDeclaration' && id?.name === 'Electron')
  const reader = new Reader(text)
  for (const node of childrenOf(namespace)) reader.read(node)
  return { types: reader.types, aliases: reader.aliases }
}

const childrenOf = (node: Node | undefined): Node[] => {
  const { body } = node ?? {}
  if (Array.isArray(body)) return body
  return body ? childrenOf(body) : []
}

class Reader {
  readonly types: Typings['types'] = {}
  readonly aliases: Typings['aliases'] = {}
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  read(node: Node): void {
    const name = node.id?.name ?? ''
    if (node.type === 'TSTypeAliasDeclaration') this.aliases[name] = shapeOf(node.typeAnnotation, this.#member)
    if (node.type !== 'TSInterfaceDeclaration' && node.type !== 'ClassDeclaration') return
    const facts: TypeFacts = { extends: basesOf(node), members: {}, statics: {}, events: {} }
    for (const member of childrenOf(node)) this.#add(facts, member)
    this.types[name] = facts
  }

  #add(facts: TypeFacts, node: Node): void {
    const name = node.key?.name ?? node.key?.value ?? ''
    const event = name === 'on' ? eventOf(paramsOf(node)?.[0]) : null
    if (event !== null) facts.events[event] = this.#platforms(node)
    const side = node.static ? facts.statics : facts.members
    const member = this.#member(node)
    const known = side[name]
    if (known?.calls && member.calls) known.calls.push(...member.calls)
    else side[name] = member
  }

  readonly #member = (node: Node): Member => {
    const parameters = paramsOf(node)
    return {
      platforms: this.#platforms(node),
      isReadonly: node.readonly ?? false,
      isOptional: node.optional ?? false,
      calls: parameters && [parameters.map((each) => parameterOf(each, this.#member))],
      shape: shapeOf(node.typeAnnotation, this.#member),
    }
  }

  /** The `@platform` of the comment right before the node. */
  #platforms(node: Node): Platforms {
    const before = this.#text.slice(0, node.start).trimEnd()
    if (!before.endsWith('*/')) return null
    const comment = before.slice(before.lastIndexOf('/**'))
    return /@platform (\S+)/.exec(comment)?.[1]?.split(',') ?? null
  }
}

type ReadMember = (node: Node) => Member

const basesOf = (node: Node): string[] => [
  ...(node.superClass?.name ? [node.superClass.name] : []),
  ...(node.extends ?? []).flatMap(({ expression }) => expression.name ?? []),
]

/** Parameters of a method of a class or interface; null for a property. */
function paramsOf(node: Node): Node[] | null {
  if (node.type === 'TSMethodSignature') return node.params ?? []
  if (node.type === 'MethodDefinition') return (node.value as Node).params ?? []
  return null
}

function eventOf(parameter: Node | undefined): string | null {
  const shape = shapeOf(parameter?.typeAnnotation, noMember)
  return shape.kind === 'literal' ? String(shape.value) : null
}
const noMember: ReadMember = () => ({ platforms: null, isReadonly: false, isOptional: true, calls: null, shape: ANY })

function parameterOf(node: Node, member: ReadMember): Parameter {
  const isRest = node.type === 'RestElement'
  const shape = shapeOf(node.typeAnnotation ?? node.argument?.typeAnnotation, member)
  return { isOptional: isRest || (node.optional ?? false), isRest, shape }
}

const ANY: Shape = { kind: 'any' }
const PRIMITIVES: Record<string, string> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSFunctionType: 'function',
}

function shapeOf(node: Node | null | undefined, member: ReadMember): Shape {
  if (!node) return ANY
  const inner = (each: Node | null | undefined): Shape => shapeOf(each, member)
  const primitive = PRIMITIVES[node.type]
  if (primitive) return { kind: 'primitive', name: primitive }
  switch (node.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
      return inner(node.typeAnnotation)
    case 'TSLiteralType':
      return { kind: 'literal', value: node.literal?.value }
    case 'TSNullKeyword':
      return { kind: 'literal', value: null }
    case 'TSUndefinedKeyword':
      return { kind: 'primitive', name: 'undefined' }
    case 'TSArrayType':
      return { kind: 'array', of: inner(node.elementType) }
    case 'TSUnionType':
      return { kind: 'union', of: (node.types ?? []).map(inner) }
    case 'TSTypeLiteral':
      return {
        kind: 'object',
        members: Object.fromEntries((node.members ?? []).map((each) => [each.key?.name ?? '', member(each)])),
      }
    case 'TSTypeReference': {
      const name = node.typeName?.name ?? ''
      return name === 'Array' ? { kind: 'array', of: inner(node.typeArguments?.params[0]) } : { kind: 'type', name }
    }
    default:
      return ANY
  }
}
