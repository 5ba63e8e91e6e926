import type { Context } from 'liquidjs'
import { describe, expect, it } from 'vitest'
import { aColumnFacts, anEntry, engineSource } from '#tests/builders/engineSite.ts'
import { LIMITS, SiteIndex } from './index.ts'
import { globalsOf, PAGE_READS, PageState, stateOf, type UnsavedTexts } from './pageState.ts'
import type { PlannedPage } from './plan.ts'

const news = aColumnFacts(1, '新闻', 'news')
const [first, second] = [anEntry(1, 1, '第一篇', { body: '旧' }), anEntry(2, 1, '第二篇', { body: '二' })]
const page = { columnId: 1, entryId: 1, kind: 'entry' } as PlannedPage
function stateWith({ unsaved = null, room }: { unsaved?: UnsavedTexts | null; room?: () => number } = {}) {
  const source = engineSource({ columns: [news], entries: [first, second], files: {} })
  const index = new SiteIndex(room ? { ...source, freeHeapBytes: room } : source)
  return new PageState(index, page, { limits: LIMITS, paging: null, unsaved })
}
/** A drawing that has nothing to wait for. */
function* emptyDrawing(html: string): Generator<unknown, string, unknown> {
  yield* []
  return html
}
/** What a fragment noted that does this. */
function fragmentOf(state: PageState, work: () => void, html = '') {
  const drawing = state.fragment(() => {
    work()
    return emptyDrawing(html)
  })
  const { value } = drawing.next()
  return value as { html: string; keys: string[]; reads: number }
}

it('the limits of a page are these', () => {
  expect(LIMITS).toEqual({ timeoutMs: 5000, output: 8_000_000, depth: 20, memory: 20_000_000, file: 1_000_000 })
})

it('puts out just as much as is allowed, all parts together', () => {
  const state = stateWith()
  state.write(LIMITS.output - 1)
  state.write(1)
  expect(() => state.write(1)).toThrow('页面超过 8 MB，请检查循环和列表的数量')
})

it('asks for room only for what is large, and takes what just fits', () => {
  const asked: string[] = []
  const state = stateWith({
    room: () => {
      asked.push('asked')
      return 9_000_000
    },
  })
  state.requireHeap(7_999_999)
  expect(asked).toEqual([])
  state.requireHeap(8_000_000)
  state.requireHeap(9_000_000)
  expect(asked).toHaveLength(2)
  expect(() => state.requireHeap(9_000_001)).toThrow('页面使用的数据过多，请减少循环或列表的数量')
  // Where nobody knows how much there is, all is taken.
  stateWith().requireHeap(1e12)
})

describe('what a part of a page asked of it', () => {
  it.each<[string, (state: PageState) => unknown, number]>([
    ['page', (state) => state.page, PAGE_READS.page],
    ['entry', (state) => state.entry, PAGE_READS.page],
    ['kind', (state) => state.kind, PAGE_READS.kind],
    ['column', (state) => state.column, PAGE_READS.column],
    ['nothing', (state) => state.cacheKey, 0],
  ])('%s', (_name, read, looks) => {
    const state = stateWith()
    expect(fragmentOf(state, () => read(state), '<p>')).toEqual({ html: '<p>', keys: [], reads: looks })
  })

  it('is distinguished from the same text in the rest of the page', () => {
    const state = stateWith()
    state.dependsOn('b')
    void state.kind
    const inner = fragmentOf(state, () => {
      state.dependsOn('c')
      void state.column
    })
    expect(inner).toEqual({ html: '', keys: ['c'], reads: PAGE_READS.column })
    state.addFragment({ html: '', keys: ['a'], reads: PAGE_READS.page })
    expect(state.dependencies).toEqual(['a', 'b', 'c'])
    const outer = fragmentOf(state, () => void fragmentOf(state, () => void state.column))
    expect(outer.reads & PAGE_READS.column).toBe(PAGE_READS.column)
  })

  it('stays known when drawing it fails', () => {
    const state = stateWith()
    const fail = (): void => {
      state.dependsOn('x')
      throw new Error('no')
    }
    expect(() => fragmentOf(state, fail)).toThrow('no')
    expect(state.dependencies).toEqual(['x'])
  })

  it('is the page when texts of a form are shown in place of the saved ones', () => {
    const unsaved = { entryId: 1, bodies: { body: '新' } }
    const state = stateWith({ unsaved })
    const [own, other] = [first, second].map((entry) => state.index.entry(entry.id))
    if (!own || !other) throw new Error('no entries')
    expect(state.bodies(own)).toEqual({ body: '新' })
    expect(state.bodies(other)).toEqual(state.index.source.bodies(other))
    expect(fragmentOf(state, () => void state.bodies(other)).reads).toBe(PAGE_READS.page)
    const plain = stateWith()
    expect(fragmentOf(plain, () => void plain.bodies(own)).reads).toBe(0)
    expect(plain.bodies(own)).toEqual(plain.index.source.bodies(own))
  })
})

it('is found by tags and filters, and not by templates', () => {
  const state = stateWith()
  const globals = globalsOf(state, { site: '官网' })
  expect(stateOf({ globals } as unknown as Context)).toBe(state)
  expect(Object.keys(globals)).toEqual(['site'])
  expect(() => stateOf({ globals: {} } as unknown as Context)).toThrow('the context has no page')
})
