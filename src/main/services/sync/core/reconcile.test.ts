import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIgnoreRules } from './ignoreRules.ts'
import type { Plan } from './plan.ts'
import { reconcile } from './reconcile.ts'
import { ancestorsOf, FOLDER, sameEntry, type Entry, type Tree } from './tree.ts'

/** `{'a.css': '1', css: '/'}`: contents by a letter or digit, folders by a slash. */
type Tiny = Record<string, string>
function tree(tiny: Tiny): Tree {
  const entries = new Map<string, Entry>()
  for (const [path, content] of Object.entries(tiny)) {
    for (const folder of ancestorsOf(path)) entries.set(folder, FOLDER)
    entries.set(path, content === '/' ? FOLDER : { kind: 'file', sha256: content, size: content.length })
  }
  return entries
}
const plan = (base: Tiny, local: Tiny, remote: Tiny, ignores = ''): Plan =>
  reconcile({ base: tree(base), local: tree(local), remote: tree(remote) }, createIgnoreRules(ignores))
const steps = ({ operations }: Plan): string[] => operations.map(({ action, path }) => `${action} ${path}`)

const table: [title: string, base: Tiny, local: Tiny, remote: Tiny, expected: string[]][] = [
  ['[S1] nothing changed: nothing to do', { a: '1' }, { a: '1' }, { a: '1' }, []],
  ['[S2] the same new bytes on both sides are taken over', { a: '1' }, { a: '2' }, { a: '2' }, ['adopt a']],
  ['first sync of equal files', {}, { a: '1' }, { a: '1' }, ['adopt a']],
  ['local edit', { a: '1' }, { a: '2' }, { a: '1' }, ['upload a']],
  ['remote edit', { a: '1' }, { a: '1' }, { a: '2' }, ['download a']],
  ['new here', {}, { 'd/a': '1' }, {}, ['make-remote-folder d', 'upload d/a']],
  ['new there', {}, {}, { 'd/a': '1' }, ['make-local-folder d', 'download d/a']],
  ['deleted here', { a: '1', b: '1' }, { b: '1' }, { a: '1', b: '1' }, ['delete-remote a']],
  ['deleted there', { a: '1', b: '1' }, { a: '1', b: '1' }, { b: '1' }, ['delete-local a']],
  ['deleted on both sides', { a: '1' }, {}, {}, ['forget a']],
  ['[S10] deleted here, edited there: the edit comes back', { a: '1' }, {}, { a: '2' }, ['download a']],
  ['[S10] deleted there, edited here: the edit goes up', { a: '1' }, { a: '2' }, {}, ['upload a']],
  [
    '[S10] a folder deleted here keeps what was edited there',
    { 'd/a': '1', 'd/b': '1' },
    {},
    { 'd/a': '2', 'd/b': '1' },
    ['make-local-folder d', 'download d/a', 'delete-remote d/b'],
  ],
  [
    '[S10] a folder deleted there keeps what is new here',
    { 'd/a': '1' },
    { 'd/a': '1', 'd/b': '1' },
    {},
    ['make-remote-folder d', 'delete-local d/a', 'upload d/b'],
  ],
  [
    'a folder deleted here with all in it',
    { 'd/a': '1' },
    {},
    { 'd/a': '1' },
    ['delete-remote d', 'delete-remote d/a'],
  ],
  [
    '[S23] untracked local files stay in a pull',
    { a: '1' },
    { a: '1', mine: '9' },
    { a: '2' },
    ['download a', 'upload mine'],
  ],
]

describe('one plan', () => {
  test.each(table)('%s', (_title, base, local, remote, expected) => {
    expect(steps(plan(base, local, remote)).toSorted()).toEqual(expected.toSorted())
  })

  test('[S9] both changed differently is a conflict and no operation', () => {
    const made = plan({ a: '1', b: '1' }, { a: '2', b: '2' }, { a: '3', b: '1' })
    expect(made.conflicts.map(({ path }) => path)).toEqual(['a'])
    expect(steps(made)).toEqual(['upload b'])
  })

  test('a file that became a folder is replaced in two plans', () => {
    const made = plan({ a: '1', x: '1' }, { 'a/b': '2', x: '1' }, { a: '1', x: '1' })
    expect(steps(made)).toEqual(['delete-remote a'])
    expect(made.needsReplan).toBe(true)
    expect(steps(plan({ x: '1' }, { 'a/b': '2', x: '1' }, { x: '1' }))).toEqual(['make-remote-folder a', 'upload a/b'])
  })

  test('a folder that became a file there waits for its deletions, unless something in it was edited here', () => {
    expect(steps(plan({ 'a/b': '1' }, { 'a/b': '1' }, { a: '2' })).toSorted()).toEqual([
      'delete-local a',
      'delete-local a/b',
    ])
    const clash = plan({ 'a/b': '1' }, { 'a/b': '2' }, { a: '2' })
    expect(steps(clash)).toEqual([])
    expect(clash.problems.get('a')?.state).toBe('failed')
  })

  test('[S33] names that differ only in case are reported and not touched', () => {
    const both = plan({}, { 'A.css': '1', 'a.css': '2' }, {})
    expect([...both.problems.keys()]).toEqual(['a.css', 'A.css'])
    expect(steps(both)).toEqual([])
    const across = plan({}, { 'A.css': '1' }, { 'a.css': '2' })
    expect([...across.problems.keys()].toSorted()).toEqual(['A.css', 'a.css'])
    expect(steps(across)).toEqual([])
  })

  test('[S33] a case-only rename deletes first and creates next', () => {
    const first = plan({ 'a.css': '1', b: '1' }, { 'A.css': '1', b: '1' }, { 'a.css': '1', b: '1' })
    expect(steps(first)).toEqual(['delete-remote a.css'])
    expect(first.needsReplan).toBe(true)
    expect(steps(plan({ b: '1' }, { 'A.css': '1', b: '1' }, { b: '1' }))).toEqual(['upload A.css'])
  })

  test('[S33] a case-only rename waits for its deletion to settle and is reported by nobody meanwhile', () => {
    const waiting = { state: 'waiting', reason: '' } as const
    const sides = { base: tree({ 'a.css': '1' }), local: tree({ 'A.css': '1' }), remote: tree({ 'a.css': '1' }) }
    const first = reconcile(sides, createIgnoreRules(), new Map([['a.css', waiting]]))
    expect(first.operations).toEqual([])
    expect([...first.problems]).toEqual([['a.css', waiting]])
  })

  test.each([
    '../x',
    'a/../x',
    '/etc/passwd',
    'a//b',
    '.',
    'a\\b',
    'C:x',
    'nul',
    'con.txt',
    'a.',
    'b ',
    'x?',
    'é'.repeat(200),
  ])('[S34] [S36] a remote name that is unsafe or forbidden on Windows is reported: %s', (path) => {
    const made = reconcile(
      { base: new Map(), local: new Map(), remote: new Map([[path, { kind: 'file', sha256: '1', size: 1 }]]) },
      createIgnoreRules(),
    )
    expect(made.operations).toEqual([])
    expect(made.problems.get(path)?.reason).toBeTruthy()
  })

  test('[S21] newly ignored files leave the base and are deleted nowhere; un-ignored they are compared afresh', () => {
    expect(steps(plan({ 'a.log': '1' }, { 'a.log': '1' }, {}, '*.log'))).toEqual(['forget a.log'])
    expect(steps(plan({ 'a.log': '1' }, {}, { 'a.log': '1' }, '*.log'))).toEqual(['forget a.log'])
    expect(steps(plan({}, {}, { 'a.log': '1' }))).toEqual(['download a.log'])
  })

  test('[S27] the reserved folder, temp names and conflict copies are never synced', () => {
    const made = plan(
      {},
      { '.sitecraft-sync/tmp/1': '1', 'a (服务器版本 2026-11-21 030405).css': '1', '~$a.doc': '1' },
      {},
    )
    expect(steps(made)).toEqual([])
  })
})

/** Applies a plan to both trees as the engine would, conflicts aside. */
function carryOut(made: Plan, sides: { base: Tree; local: Tree; remote: Tree }) {
  const [base, local, remote] = [new Map(sides.base), new Map(sides.local), new Map(sides.remote)]
  const put = (target: Map<string, Entry>, path: string, entry: Entry): void => {
    target.set(path, entry)
    base.set(path, entry)
  }
  for (const step of made.operations) {
    if (step.action === 'download') put(local, step.path, step.entry)
    else if (step.action === 'upload') put(remote, step.path, step.entry)
    else if (step.action === 'make-local-folder') put(local, step.path, FOLDER)
    else if (step.action === 'make-remote-folder') put(remote, step.path, FOLDER)
    else if (step.action === 'adopt') base.set(step.path, step.entry)
    else {
      if (step.action === 'delete-local') local.delete(step.path)
      if (step.action === 'delete-remote') remote.delete(step.path)
      base.delete(step.path)
    }
  }
  return { base, local, remote }
}

const path = fc.constantFrom('a', 'b', 'd/a', 'd/b', 'd/e/a', 'f/a', 'f')
const tiny = fc.dictionary(path, fc.constantFrom('1', '2', '3'))
const realTree = tiny.map((files) => {
  const kept = Object.fromEntries(Object.entries(files).filter(([name]) => !(name === 'f' && 'f/a' in files)))
  return tree(kept)
})

describe('any three trees', () => {
  test('after a few plans both sides are equal, but for conflicts and reported problems', () => {
    fc.assert(
      fc.property(realTree, realTree, realTree, (base, local, remote) => {
        let sides = { base, local, remote }
        for (let round = 0; round < 4; round++) sides = carryOut(reconcile(sides, createIgnoreRules()), sides)
        const last = reconcile(sides, createIgnoreRules())
        expect(last.operations).toEqual([])
        const open = [...last.conflicts.map((conflict) => conflict.path), ...last.problems.keys()]
        for (const name of new Set([...sides.local.keys(), ...sides.remote.keys()])) {
          const excused = open.some(
            (other) => name === other || name.startsWith(`${other}/`) || other.startsWith(`${name}/`),
          )
          if (!excused) expect(sameEntry(sides.local.get(name), sides.remote.get(name))).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('[S10] no content that is new on a side is deleted by a plan', () => {
    fc.assert(
      fc.property(realTree, realTree, realTree, (base, local, remote) => {
        for (const step of reconcile({ base, local, remote }, createIgnoreRules()).operations) {
          if (step.action !== 'delete-local' && step.action !== 'delete-remote') continue
          expect(sameEntry(base.get(step.path), step.expected)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('no operation leaves a file without its folder', () => {
    fc.assert(
      fc.property(realTree, realTree, realTree, (base, local, remote) => {
        const after = carryOut(reconcile({ base, local, remote }, createIgnoreRules()), { base, local, remote })
        for (const side of [after.local, after.remote]) {
          for (const name of side.keys())
            for (const folder of ancestorsOf(name)) expect(side.get(folder)).toEqual(FOLDER)
        }
      }),
      { numRuns: 500 },
    )
  })
})
