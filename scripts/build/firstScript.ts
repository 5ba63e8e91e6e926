import type { Plugin } from 'vite'

/** Size limit of the page's first script, in bytes of minified code; the goal is 1,000,000. */
export const MAX_FIRST_SCRIPT_BYTES = 1_075_000

interface Chunk {
  type: 'chunk'
  isEntry: boolean
  fileName: string
  imports: string[]
  code: string
}
type Bundle = Readonly<Record<string, Chunk | { type: 'asset' }>>

/** Bytes of the entry and all its static imports, by file. */
export function firstScriptOf(bundle: Bundle): Map<string, number> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const first = new Map<string, number>()
  const waiting = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || first.has(name)) continue
    first.set(name, Buffer.byteLength(chunk.code))
    waiting.push(...chunk.imports)
  }
  return first
}

/** The problem of a bundle whose first script exceeds the limit; null for none. */
export function firstScriptProblem(bundle: Bundle, limit: number): string | null {
  const files = firstScriptOf(bundle)
  const bytes = [...files.values()].reduce((sum, each) => sum + each, 0)
  if (bytes <= limit) return null
  const list = [...files].map(([name, size]) => `${name} ${size}`).join(', ')
  return `The first script has ${bytes} bytes, at most ${limit}: lazy-load code that the first screen does not need (${list})`
}

/** Fails the build if the first script exceeds its budget. */
export const firstScript = (): Plugin => ({
  name: 'sitecraft:first-script',
  apply: 'build',
  generateBundle(_options, bundle) {
    const problem = firstScriptProblem(bundle, MAX_FIRST_SCRIPT_BYTES)
    if (problem !== null) this.error(problem)
  },
})
