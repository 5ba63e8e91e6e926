import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIgnoreRules } from './ignoreRules.ts'
import { createSyncTrees, type Side } from './syncTrees.ts'
import { caseCollisions, nameProblem } from './names.ts'
import type { Plan } from './plan.ts'
import { reconcile } from './reconcile.ts'
import { countFiles, findStops, keyOf } from './safety.ts'
import { ancestorsOf, byPath, FOLDER, isUnder, type Entry, type Tree } from './tree.ts'

const name = fc.constantFrom('a', 'A', 'b', 'd', 'D', 'x.log', 'nul')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
const content = fc.constantFrom('1', '2', '3', '/')
const tree: fc.Arbitrary<Tree> = fc.array(fc.tuple(path, content), { maxLength: 12 }).map((items) => {
  const entries = new Map<string, Entry>()
  for (const [at, text] of items) {
    const below = [...entries.keys()].some((other) => other.startsWith(`${at}/`))
    if (below || ancestorsOf(at).some((folder) => entries.get(folder)?.kind === 'file')) continue
    for (const folder of ancestorsOf(at)) entries.set(folder, FOLDER)
    entries.set(at, text === '/' ? FOLDER : { kind: 'file', sha256: text, size: 1 })
  }
  return entries
})
const SIDES: readonly Side[] = ['base', 'local', 'remote']
const rules = createIgnoreRules('*.log')

/** What is ignored is never seen on the disk. */
const seen = (found: Tree): Tree =>
  new Map([...found].filter(([at, { kind }]) => !rules(at, kind) && !ancestorsOf(at).some((up) => rules(up, 'folder'))))

/** A base holds what could be synced: neither forbidden names nor two that differ only in case. */
const synced = (found: Tree): Tree => {
  const twice = caseCollisions(found.keys())
  return new Map([...found].filter(([at]) => !isUnder(at, twice) && nameProblem(at) === null))
}

/** What is ignored and was never synced is nobody's new place of a file. */
const withoutLeftAlone = (remote: Tree, base: Tree): Tree =>
  new Map([...remote].filter(([at, { kind }]) => base.has(at) || !rules(at, kind)))

const told = (plan: Plan) => ({
  steps: [...plan.operations, ...plan.conflicts].map(keyOf).toSorted(byPath),
  problems: [...plan.problems.keys()].toSorted(byPath),
  again: plan.needsReplan,
})

test('the plan of the open part is the plan of the whole, after any changes of any side', () => {
  const change = fc.tuple(fc.constantFrom(...SIDES), tree)
  fc.assert(
    fc.property(tree, fc.array(change, { minLength: 1, maxLength: 5 }), (start, changes) => {
      const kept = createSyncTrees()
      kept.setIgnores(rules)
      const sides = { base: synced(start), local: seen(start), remote: start }
      for (const side of SIDES) for (const [at, entry] of sides[side]) kept.set(side, at, entry)
      for (const [side, found] of changes) {
        const next = side === 'local' ? seen(found) : side === 'base' ? synced(found) : found
        for (const at of kept.copyTree(side).keys()) if (!next.has(at)) kept.set(side, at, null)
        for (const [at, entry] of next) kept.set(side, at, entry)
        sides[side] = next
        const part = kept.openSides()
        const [whole, plan] = [reconcile(sides, rules), reconcile(part, rules)]
        expect(told(plan)).toEqual(told(whole))
        const stops = findStops(part, plan, kept.fileCounts).map(({ heldSteps: _held, ...stop }) => stop)
        const judged = { ...sides, remote: withoutLeftAlone(sides.remote, sides.base) }
        const expected = findStops(judged, whole, countFiles(sides))
        expect(stops).toEqual(expected.map(({ heldSteps: _held, ...stop }) => stop))
        expect(kept.copyTree(side)).toEqual(new Map(next))
      }
    }),
    { numRuns: 2000 },
  )
})

test('[S25] a file whose content stands under an ignored name only has not moved: its deletion counts', () => {
  const kept = createSyncTrees()
  kept.setIgnores(rules)
  const file = (sha256: string): Entry => ({ kind: 'file', sha256, size: 1 })
  for (let n = 0; n < 5; n++) for (const side of ['base', 'local'] as const) kept.set(side, `${n}.css`, file('same'))
  kept.set('remote', 'x.log', file('same'))
  const part = kept.openSides()
  const [stop] = findStops(part, reconcile(part, rules), kept.fileCounts)
  expect(stop).toMatchObject({ kind: 'mass-delete-local', deletes: 5, total: 5 })
})

test('trees that hold the same leave nothing open, and one change opens one path', () => {
  const kept = createSyncTrees()
  const file = (sha256: string): Entry => ({ kind: 'file', sha256, size: 1 })
  for (const side of SIDES) {
    kept.set(side, 'd', FOLDER)
    for (let n = 0; n < 1000; n++) kept.set(side, `d/${n}.css`, file(String(n)))
  }
  expect(kept.openPaths.size).toBe(0)
  kept.set('local', 'd/5.css', file('new'))
  expect([...kept.openPaths]).toEqual(['d/5.css'])
  expect([...kept.openSides().local.keys()]).toEqual(['d', 'd/5.css'])
  expect(kept.fileCounts).toEqual({ base: 1000, local: 1000, remote: 1000 })
  expect(kept.findByContent('new')).toEqual(['d/5.css'])
  kept.set('local', 'd/6.css', file('new'))
  kept.set('local', 'd/5.css', null)
  expect(kept.findByContent('new')).toEqual(['d/6.css'])
})

test('of an ignored path only what the base knows is open, until the rules change', () => {
  const kept = createSyncTrees()
  kept.setIgnores(rules)
  kept.set('remote', 'a.log', { kind: 'file', sha256: '1', size: 1 })
  expect([...kept.openPaths]).toEqual([])
  kept.set('base', 'a.log', { kind: 'file', sha256: '1', size: 1 })
  expect([...kept.openPaths]).toEqual(['a.log'])
  kept.set('base', 'a.log', null)
  kept.setIgnores(() => false)
  expect([...kept.openPaths]).toEqual(['a.log'])
})
