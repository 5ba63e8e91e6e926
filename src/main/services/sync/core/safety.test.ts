import { expect, test } from 'vitest'
import { createIgnoreRules } from './ignoreRules.ts'
import { reconcile } from './reconcile.ts'
import { findStops, keyOf } from './safety.ts'
import type { Entry, Tree } from './tree.ts'

const file = (content: string): Entry => ({ kind: 'file', sha256: content, size: 1 })
const files = (count: number, content = (n: number): string => `c${n}`, folder = ''): Tree =>
  new Map(Array.from({ length: count }, (_, n) => [`${folder}${n}.css`, file(content(n))]))
const stopsOf = (base: Tree, local: Tree, remote: Tree) => {
  const sides = { base, local, remote }
  return findStops(sides, reconcile(sides, createIgnoreRules()))
}
const haltOf = (base: Tree, local: Tree, remote: Tree) => stopsOf(base, local, remote)[0] ?? null
const ten = files(10)

test('[S17] an emptied side stops the sync, even with one file', () => {
  expect(haltOf(ten, new Map(), ten)).toMatchObject({ kind: 'local-emptied', deletes: 10, total: 10 })
  expect(haltOf(ten, ten, new Map())?.kind).toBe('remote-emptied')
  expect(haltOf(files(1), files(1), new Map())?.kind).toBe('remote-emptied')
  expect(haltOf(new Map(), new Map(), ten)).toBeNull()
  expect(haltOf(ten, new Map(), new Map())).toBeNull()
})

test('[S18] more than half deleted stops, half does not, a few files never do', () => {
  expect(haltOf(ten, files(4), ten)).toMatchObject({ kind: 'mass-delete-remote', deletes: 6 })
  expect(haltOf(ten, ten, files(4))).toMatchObject({ kind: 'mass-delete-local', deletes: 6 })
  expect(haltOf(ten, files(5), ten)).toBeNull()
  expect(haltOf(files(4), files(1), files(4))).toBeNull()
})

test('[S18] every file changed stops', () => {
  expect(
    haltOf(
      ten,
      files(10, (n) => `x${n}`),
      ten,
    ),
  ).toMatchObject({ kind: 'all-changed', deletes: 10 })
  expect(haltOf(ten, new Map([...files(10, (n) => `x${n}`), ['0.css', file('c0')]]), ten)).toBeNull()
  const same = files(10, (n) => `x${n}`)
  expect(haltOf(ten, same, same)).toBeNull()
})

test('a renamed folder does not count as deleted', () => {
  expect(haltOf(files(10, undefined, 'old/'), files(10, undefined, 'new/'), files(10, undefined, 'old/'))).toBeNull()
})

test('only what the stop is about is held', () => {
  const local = new Map([...files(4), ['new.css', file('new')], ['0.css', file('edited')]])
  const [stop, ...more] = stopsOf(ten, local, ten)
  expect(stop?.heldSteps.map(({ path }) => path)).toEqual(['4.css', '5.css', '6.css', '7.css', '8.css', '9.css'])
  expect(more).toEqual([])
})

test('the key of a held step changes with what is to be deleted', () => {
  const keys = (base: Tree): string[] => (haltOf(base, files(4), base)?.heldSteps ?? []).map(keyOf)
  expect(keys(ten)).not.toEqual(keys(files(10, (n) => `other${n}`)))
  expect(keys(ten)).toEqual(keys(files(10)))
})
