import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveImport } from '#scripts/quality/layers.ts'
import { readSource } from '#scripts/quality/source.ts'
import { filesUnder } from '#scripts/quality/tree.ts'
import { ROOT } from '#scripts/start/root.ts'
import { readingOrder, textsUnder } from './readingOrder.ts'

/**
 * Where a way goes on without an import, and why. `to` absent: wherever the file calls what was handed to it. Whoever draws a
 * way that needs another one adds it here; all the rest of a way stands in the page.
 */
const HOPS: readonly { from: string; to?: string; by: string }[] = [
  { from: 'services/api/http.ts', by: 'the wire' },
  { from: 'http/bind.ts', by: 'handlers that areas/index.ts lists' },
  { from: 'data/client.ts', to: 'preload/bridge.ts', by: 'the bridge in the window' },
  { from: 'preload/bridge.ts', to: 'electron/ipc.ts', by: 'the channel of Electron' },
  { from: 'electron/ipc.ts', to: 'services/host/dispatch.ts', by: 'the dispatch that the host hands over' },
  { from: 'api/invoke.ts', to: 'api/client.ts', by: 'the client of the session' },
  { from: 'contract/label.ts', to: 'data/label/labels.ts', by: 'the name of the operation' },
  { from: 'data/label/labels.ts', to: 'data/label/columns.tsx', by: 'the name of the operation' },
  { from: 'contract/access.ts', to: 'http/bind.ts', by: 'the declared operation' },
  { from: 'http/targetAccess.ts', to: 'column/column/repo.ts', by: 'the port columnFinder' },
  { from: 'uploads/core/bucket.ts', to: 'api/client.ts', by: 'the client that the engine hands over' },
  { from: 'sync/local/chokidarWatch.ts', to: 'sync/engine/trigger.ts', by: 'the callback of the watcher' },
  { from: 'sync/engine/trigger.ts', to: 'sync/engine/loop.ts', by: 'the wake-up of the loop' },
  { from: 'sync/engine/cycle.ts', to: 'sync/local/localTree.ts', by: 'the local tree of the workspace’s context' },
  { from: 'sync/local/folderJobs.ts', to: 'sync/remote/batch.ts', by: 'what it answers to the thread’s caller' },
  { from: 'sync/remote/batch.ts', to: 'api/client.ts', by: 'the client of the workspace' },
  { from: 'template/sync/putBatch.ts', by: 'the stores of the server' },
  { from: 'storage/contentStore.ts', by: 'the port of the store' },
]

/** A step of a way: what leads to the file, and the file. */
interface Step {
  sign: string
  file: string
}
interface Way {
  name: string
  count: number
  returns: number
  most: number
  steps: readonly Step[]
}

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const section = page.split('## The five ways')[1]?.split('\n## ')[0] ?? ''
const WAY =
  /^- \*\*(?<name>[^*]+)\*\* \((?<count>\d+), (?<returns>\d+) returns?, at most (?<most>\d+)\)(?<files>[^]*?)(?=^- |$(?![^]))/gm
const ways: readonly Way[] = [...section.matchAll(WAY)].map(({ groups = {} }) => ({
  name: groups['name'] ?? '',
  count: Number(groups['count']),
  returns: Number(groups['returns']),
  most: Number(groups['most']),
  steps: [...(groups['files'] ?? '').matchAll(/([→⇢‖]?)\s*`([^`]+)`/g)].map(([, sign = '', file = '']) => ({
    sign,
    file,
  })),
}))
const source = filesUnder('src')
const pathsOf = (file: string): string[] => source.filter((path) => path.endsWith(`/${file}`))
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The files that a file imports, also those behind an index that passes the names on. */
function importedBy(path: string): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (target: string, names: readonly string[]): void => {
    found.add(target)
    for (const [, list = '', specifier = ''] of textOf(target).matchAll(
      /^export (?:type )?\{([^}]*)\} from '([^']+)'/gm,
    )) {
      const pairs = list.split(',').map((each) =>
        each
          .trim()
          .replace(/^type /, '')
          .split(' as '),
      )
      const wanted = pairs.filter((pair) => names.includes(pair.at(-1) ?? '')).map(([name = '']) => name)
      const next = resolveImport(target, specifier)
      if (next && wanted.length > 0) add(next, wanted)
    }
  }
  for (const { specifier, names } of readSource(path, textOf(path)).imports) {
    const target = resolveImport(path, specifier)
    if (target && source.includes(target)) add(target, names)
  }
  return found
}

/** Goes the way by the imports: how often it goes on from a file before the last one, and the signs of its steps. */
function follow(steps: readonly Step[]): { returns: number; signs: string[]; unknown: string[] } {
  const paths = steps.map(({ file }) => pathsOf(file)[0] ?? '')
  const imports = paths.map((path) => (path ? importedBy(path) : new Set<string>()))
  const unknown: string[] = []
  let returns = 0
  const signs = steps.map(({ sign, file }, at) => {
    if (at === 0) return ''
    const from = imports.slice(0, at).findLastIndex((targets) => targets.has(paths[at] ?? ''))
    if (from >= 0) {
      if (from < at - 1) returns += 1
      return '→'
    }
    const last = steps[at - 1]?.file ?? ''
    if (!HOPS.some((hop) => hop.from === last && (hop.to ?? file) === file)) unknown.push(`${last} ⇢ ${file}`)
    return sign === '‖' ? '‖' : '⇢'
  })
  return { returns, signs, unknown }
}

it('five ways are drawn', () => {
  expect(section.match(/^- \*\*/gm)).toHaveLength(5)
  expect(ways).toHaveLength(5)
})

describe.each(ways)('$name', ({ steps, count, returns, most }) => {
  const files = steps.map(({ file }) => file)

  it('names each of its files once, by a name that no other file has', () => {
    expect(files.filter((file) => pathsOf(file).length !== 1)).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })
  it('goes by the imports, and elsewhere by what is listed here', () => {
    const real = follow(steps)
    expect(real.unknown).toEqual([])
    expect(steps.map(({ sign, file }) => `${sign} ${file}`)).toEqual(
      files.map((file, at) => `${real.signs[at]} ${file}`),
    )
  })
  it('has as many files and returns as it says, and not too many', () => {
    expect({ count, returns }).toEqual({ count: files.length, returns: follow(steps).returns })
    expect(count).toBeLessThanOrEqual(most)
  })
})

describe('a reader who follows the calls', () => {
  it('of a chunk opens few files of its area, and hardly one again', () => {
    const entry = { path: 'src/server/areas/upload/chunks/session.ts', name: 'receiveChunk' }
    const { files, returns } = readingOrder(textsUnder('src/server/areas/upload'), entry)
    expect(files.length, files.join(' → ')).toBeLessThanOrEqual(8)
    expect(returns.length, returns.join(', ')).toBeLessThanOrEqual(4)
  })
  it('of a save hardly opens again what the way names, the gate of its publication or its rows', () => {
    const named = ways.find(({ name }) => name === 'Save an entry')?.steps ?? []
    const read = [...named.map(({ file }) => file), 'content/entry/agreement.ts', 'content/store/entries.ts']
    const texts = [...textsUnder('src/server')].filter(([path]) => read.some((file) => path.endsWith(`/${file}`)))
    const entry = { path: 'src/server/areas/content/entry/save.ts', name: 'saveForm' }
    const { files, returns } = readingOrder(new Map(texts), entry)
    expect(files).toHaveLength(6)
    expect(returns.length, returns.join(', ')).toBeLessThanOrEqual(3)
  })
  it('of a batch of template files hardly opens again what the way names', () => {
    const named = ways.find(({ name }) => name === 'A changed template file → server')?.steps ?? []
    const texts = [...textsUnder('src/server')].filter(([path]) => named.some(({ file }) => path.endsWith(`/${file}`)))
    const entry = { path: 'src/server/areas/template/sync/putBatch.ts', name: 'putBatch' }
    const { returns } = readingOrder(new Map(texts), entry)
    expect(returns.length, returns.join(', ')).toBeLessThanOrEqual(6)
  })
  it('comes back where two calls into a file have one into another between them', () => {
    const texts = new Map([
      [
        'src/a.ts',
        `import { one, two } from './b.ts'\nexport function start() {\n  one()\n  two()\n  own()\n}\nconst own = () => one()`,
      ],
      [
        'src/b.ts',
        `export const one = () => undefined\nexport class B { two() {} }\nexport const two = () => new B().two()`,
      ],
    ])
    const order = readingOrder(texts, { path: 'src/a.ts', name: 'start' })
    expect(order).toEqual({ files: ['src/a.ts', 'src/b.ts'], returns: ['two'] })
  })
})
