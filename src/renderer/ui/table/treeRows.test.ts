import { describe, expect, it } from 'vitest'
import { listTree, shownNodes, shownParent } from './treeRows.ts'
import { tickStates, toggleTick } from './treeTicks.ts'

interface Row {
  id: number
  child: Row[]
}
const row = (id: number, ...child: Row[]): Row => ({ id, child })
const shape = { rowKey: (each: Row) => each.id, childrenOf: (each: Row) => each.child }
const tree = [row(1, row(2, row(3), row(4)), row(5)), row(6)]
const index = listTree(tree, shape)
const keysOf = (nodes: readonly { key: string | number }[]) => nodes.map((node) => node.key)

describe('a tree as lines', () => {
  it('lists every row before what is below it, with level, place and end', () => {
    expect(index.nodes.map(({ key, level, position, siblings, end }) => [key, level, position, siblings, end])).toEqual(
      [
        [1, 1, 1, 2, 5],
        [2, 2, 1, 2, 4],
        [3, 3, 1, 2, 3],
        [4, 3, 2, 2, 4],
        [5, 2, 2, 2, 5],
        [6, 1, 2, 2, 6],
      ],
    )
  })

  it('shows what the open rows show', () => {
    const shown = (...open: number[]) => keysOf(shownNodes(index.nodes, (key) => open.includes(Number(key))))
    expect(shown()).toEqual([1, 6])
    expect(shown(1)).toEqual([1, 2, 5, 6])
    expect(shown(1, 2)).toEqual([1, 2, 3, 4, 5, 6])
    expect(shown(2)).toEqual([1, 6])
  })

  it('knows the line above', () => {
    const shown = shownNodes(index.nodes, () => true)
    expect(shown.map((_node, at) => shownParent(shown, at))).toEqual([-1, 0, 1, 1, 0, -1])
  })

  it('puts a waiting line in place of children that are not there yet', () => {
    const lazy = listTree([row(1)], { ...shape, waits: () => true })
    expect(lazy.nodes.map(({ key, canOpen, waits, level }) => ({ key, canOpen, waits, level }))).toEqual([
      { key: 1, canOpen: true, waits: false, level: 1 },
      { key: 'below 1', canOpen: false, waits: true, level: 2 },
    ])
  })

  it('lists ten thousand rows in a moment', () => {
    const wide = Array.from({ length: 100 }, (_a, i) =>
      row(i + 1, ...Array.from({ length: 99 }, (_b, j) => row((i + 1) * 1000 + j))),
    )
    expect(listTree(wide, shape).nodes).toHaveLength(10_000)
  })
})

describe('ticks in a tree', () => {
  const sorted = (keys: ReadonlySet<string | number>) => [...keys].map(Number).sort((a, b) => a - b)

  it('tick all below, and a row above when all its children are ticked', () => {
    const two = toggleTick(index, new Set(), 2, true)
    expect(sorted(two)).toEqual([2, 3, 4])
    expect(tickStates(index, two, true)(1)).toBe('mixed')
    const all = toggleTick(index, two, 5, true)
    expect(sorted(all)).toEqual([1, 2, 3, 4, 5])
    const less = toggleTick(index, all, 3, true)
    expect(sorted(less)).toEqual([4, 5])
    const state = tickStates(index, less, true)
    expect([1, 2, 3, 4, 5, 6].map(state)).toEqual(['mixed', 'mixed', false, true, true, false])
    expect(sorted(toggleTick(index, all, 1, true))).toEqual([])
  })

  it('without the rule are of one row each', () => {
    const two = toggleTick(index, new Set([6]), 2, false)
    expect(sorted(two)).toEqual([2, 6])
    expect(tickStates(index, two, false)(1)).toBe(false)
    expect(sorted(toggleTick(index, two, 6, false))).toEqual([2])
  })
})
