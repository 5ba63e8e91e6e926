import { type ESTree, Visitor } from 'rolldown/utils'

interface Span {
  start: number
  end: number
}

/** Constants that may replace a return value of this type, as source text. */
function constantsFor(type: ESTree.TSType): string[] {
  switch (type.type) {
    case 'TSBooleanKeyword':
    case 'TSTypePredicate':
      return ['true', 'false']
    case 'TSNumberKeyword':
      return ['0']
    case 'TSStringKeyword':
      return ["''"]
    case 'TSArrayType':
      return ['[]']
    case 'TSNullKeyword':
      return ['null']
    case 'TSUndefinedKeyword':
      return ['undefined']
    case 'TSUnionType':
      return type.types.filter(({ type: kind }) => /^TS(?:Null|Undefined)Keyword$/.test(kind)).flatMap(constantsFor)
    case 'TSTypeOperator':
      return constantsFor(type.typeAnnotation)
    case 'TSTypeReference': {
      const [inner] = type.typeArguments?.params ?? []
      const isPromise = type.typeName.type === 'Identifier' && type.typeName.name === 'Promise'
      return isPromise && inner ? constantsFor(inner) : []
    }
    default:
      return []
  }
}

/** The return values of functions whose declared type has constants, with each constant. */
export function constantsOf(program: ESTree.Program): { span: Span; constant: string }[] {
  const found: { span: Span; constant: string }[] = []
  const open: string[][] = []
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    const constants = node.returnType ? constantsFor(node.returnType.typeAnnotation) : []
    open.push(constants)
    const { body } = node
    if (node.type === 'ArrowFunctionExpression' && body && body.type !== 'BlockStatement') add(body, constants)
  }
  const add = ({ start, end }: Span, constants: readonly string[]): void =>
    void found.push(...constants.map((constant) => ({ span: { start, end }, constant })))
  const leave = (): void => void open.pop()
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => void (argument && add(argument, open.at(-1) ?? [])),
  }).visit(program)
  return found
}
