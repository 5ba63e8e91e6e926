import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededNumber } from '#tests/fakes/seededNumber.ts'
import { ROOT } from '../start/root.ts'
import { type Edit, editsOf, type Kind, KINDS } from './mutations.ts'

/** The layers that are measured; a file belongs to the first whose folder it lies in. */
export const LAYERS = [
  'src/main/services',
  'src/server/areas',
  'src/server',
  'src/shared',
  'src/renderer',
  'src/engine',
  'src/deploy',
  'src/cli',
] as const

export type Layer = (typeof LAYERS)[number]

export interface Mutant extends Edit {
  path: string
  layer: Layer
  line: number
  /** The first line that changes, before and after, without its indent. */
  before: string
  after: string
}

export const layerOf = (path: string): Layer | null => LAYERS.find((folder) => path.startsWith(`${folder}/`)) ?? null

export const applyEdit = (text: string, { start, end, text: replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** The mutant with the lines that show it. */
export function describe(path: string, layer: Layer, text: string, edit: Edit): Mutant {
  const [before, after] = [text.split('\n'), applyEdit(text, edit).split('\n')]
  const own = text.slice(0, edit.start).split('\n').length - 1
  const differs = before.findIndex((line, i) => line !== after[i])
  const at = differs < 0 ? own : differs
  const next = (lines: readonly string[], from: number): string =>
    lines
      .slice(from)
      .find((line) => line.trim())
      ?.trim() ?? ''
  // What is dropped with its whole line shows that, not what moved into its place.
  const isOwnLine = text.slice(text.lastIndexOf('\n', edit.start) + 1, edit.start).trim() === ''
  const isDropped = edit.text.trim() === '' && isOwnLine && after.length < before.length
  const shown = isDropped ? '(dropped)' : next(after, at)
  return { ...edit, path, layer, line: at + 1, before: before[at]?.trim() ?? '', after: shown }
}

/**
 * Mutants at random places: as many of each layer, of each layer as many of each kind. The same seed and sources make the same.
 * @param paths the source files that may be mutated
 */
export function sampleMutants(paths: readonly string[], size: number, seed: number, root = ROOT): Mutant[] {
  const layers = LAYERS.filter((layer) => paths.some((path) => layerOf(path) === layer))
  return layers.flatMap((layer, i) => {
    const quota = Math.floor(size / layers.length) + (i < size % layers.length ? 1 : 0)
    const files = paths
      .filter((path) => layerOf(path) === layer)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
    const edits = files.flatMap(([path, text]) => editsOf(path, text).map((edit) => ({ path, text, edit })))
    return pick(edits, quota, seed + i * 1_000_003).map(({ path, text, edit }) => describe(path, layer, text, edit))
  })
}

function pick<T extends { edit: Edit }>(all: readonly T[], quota: number, seed: number): T[] {
  const byKind = KINDS.map((kind: Kind) => all.filter(({ edit }) => edit.kind === kind)).filter(
    (list) => list.length > 0,
  )
  const chosen = new Set<T>()
  for (let n = 0; chosen.size < Math.min(quota, all.length); n += 2) {
    const list = byKind[seededNumber(seed, n) % byKind.length] ?? []
    const one = list[seededNumber(seed, n + 1) % list.length]
    if (one) chosen.add(one)
  }
  return [...chosen]
}
