import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveImport } from '#scripts/quality/layers.ts'
import { readSource } from '#scripts/quality/source.ts'
import { childOf, isFunction, readSyntax, type SyntaxNode, withDescendants } from '#scripts/quality/syntax.ts'
import { filesUnder } from '#scripts/quality/tree.ts'
import { ROOT } from '#scripts/start/root.ts'

/** A function of a file, or a method of one of its classes. */
interface Code {
  path: string
  node: SyntaxNode
}

/** What a reader of one function meets who follows each call that was not read yet, in the order of the text. */
export interface ReadingOrder {
  /** Files in the order in which they are first opened. */
  files: string[]
  /** Functions for which a file is opened again that was left; going back to the caller does not count. */
  returns: string[]
}

/** Product files under a folder, with their texts. */
export const textsUnder = (folder: string): Map<string, string> =>
  new Map(
    filesUnder(folder)
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )

/** Follows the calls of a function; what is not among the files is passed over. */
export function readingOrder(texts: ReadonlyMap<string, string>, entry: { path: string; name: string }): ReadingOrder {
  const known = new Map<string, Code>()
  const imports = new Map<string, Map<string, string>>()
  for (const [path, text] of texts) {
    const [program] = readSyntax(path, text)
    for (const [name, node] of program ? namedCode(program) : []) known.set(`${path}#${name}`, { path, node })
    imports.set(path, importedBy(path, text))
  }
  const find = (path: string, name: string): Code | undefined =>
    known.get(`${imports.get(path)?.get(name) ?? path}#${name}`)
  /** A method of a class that the file has or imports. */
  const findMethod = (path: string, name: string): Code | undefined => {
    const near = new Set([path, ...(imports.get(path)?.values() ?? [])])
    const found = [...near].flatMap((file) => known.get(`${file}#.${name}`) ?? [])
    return found.length === 1 ? found[0] : undefined
  }
  const order: ReadingOrder = { files: [], returns: [] }
  const read = new Set<Code>()
  const follow = (code: Code, name: string, from: string): void => {
    read.add(code)
    const { path } = code
    if (!order.files.includes(path)) order.files.push(path)
    else if (path !== from) order.returns.push(name)
    for (const node of withDescendants(code.node)) {
      if (node.type !== 'Identifier' && node.type !== 'PrivateIdentifier') continue
      const isMember = node.role === 'property' && node.parent?.type === 'MemberExpression'
      const next = isMember ? findMethod(path, node.word) : node.role === 'key' ? undefined : find(path, node.word)
      if (next && !read.has(next)) follow(next, node.word, path)
    }
  }
  const start = find(entry.path, entry.name)
  if (!start) throw new Error(`${entry.path} has no function ${entry.name}`)
  follow(start, entry.name, entry.path)
  return order
}

/** Functions of a file by their names, and methods of its classes by `.name`. */
function namedCode(program: SyntaxNode): [string, SyntaxNode][] {
  return program.children.flatMap((statement): [string, SyntaxNode][] => {
    const node = statement.type === 'ExportNamedDeclaration' ? childOf(statement, 'declaration') : statement
    const name = childOf(node, 'id')?.word
    if (node?.type === 'FunctionDeclaration' && name) return [[name, node]]
    if (node?.type === 'ClassDeclaration')
      return (childOf(node, 'body')?.children ?? [])
        .filter(({ type }) => type === 'MethodDefinition')
        .map((method) => [`.${childOf(method, 'key')?.word ?? ''}`, method])
    if (node?.type !== 'VariableDeclaration') return []
    return node.children
      .filter((each) => [childOf(each, 'init')].some((init) => init && isFunction(init)))
      .map((each) => [childOf(each, 'id')?.word ?? '', each])
  })
}

function importedBy(path: string, text: string): Map<string, string> {
  const imported = new Map<string, string>()
  for (const { specifier, names } of readSource(path, text).imports) {
    const from = resolveImport(path, specifier)
    if (from) for (const name of names) imported.set(name, from)
  }
  return imported
}
