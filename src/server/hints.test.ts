import { expect, it } from 'vitest'
import type { ServerDeps } from './deps.ts'
import { perServer, RecentKeys, SharedRequestState } from './hints.ts'

it('are each server’s own', () => {
  const hint = perServer(() => new Set<number>())
  const [one, other] = [{} as ServerDeps, {} as ServerDeps]
  hint(one).add(1)
  expect([hint(one).has(1), hint(other).has(1)]).toEqual([true, false])
})

it('are shared while requests are under way, and forgotten with the last', () => {
  const shared = new SharedRequestState<string, string[]>(() => [])
  const first = shared.join('a')
  const second = shared.join('a')
  first.state.push('said')
  expect(second.state).toEqual(['said'])
  first.leave()
  first.leave()
  expect(shared.peek('a')).toEqual(['said'])
  second.leave()
  expect(shared.peek('a')).toBeUndefined()
  expect(shared.join('a').state).toEqual([])
})

it('are not those of an earlier request', () => {
  const shared = new SharedRequestState<string, string[]>(() => [])
  const early = shared.join('a')
  early.leave()
  const late = shared.join('a')
  early.leave()
  expect(shared.peek('a')).toBe(late.state)
})

it('are remembered for a while, the newest first', () => {
  const said = new RecentKeys<string>(100, 2)
  said.add('a', new Date(0))
  said.add('b', new Date(10))
  said.add('a', new Date(20))
  said.add('c', new Date(30))
  expect(['a', 'b', 'c'].map((key) => said.has(key, new Date(40)))).toEqual([true, false, true])
  expect(said.has('a', new Date(120))).toBe(false)
})
