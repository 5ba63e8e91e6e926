import { expect, it } from 'vitest'
import { FairBudget } from './workBudget.ts'

/** Work that goes on until it is ended, and what has been started so far. */
function works(budget: FairBudget) {
  const started: string[] = []
  const leaves = new Map<string, () => void>()
  const start = async (name: string, weight = 1, signal?: AbortSignal): Promise<void> => {
    const leave = await budget.acquire(name.slice(0, 1), weight, signal)
    started.push(name)
    leaves.set(name, leave)
  }
  const end = async (name: string): Promise<void> => {
    leaves.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, start, end }
}

it('lets one caller have no more than its share, and others pass those who wait for their own', async () => {
  const { started, start, end } = works(new FairBudget({ total: 3, perKey: 2, waiting: 9, waitingPerKey: 9 }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void start(name)
  await end('')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started).toHaveLength(4)
  for (const name of ['a2', 'b1', 'b2', 'c1', 'a3', 'a4']) await end(name)
  expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  expect(started.indexOf('c1')).toBeLessThan(started.indexOf('a4'))
})

it('refuses at once what would wait in too long a row, of one caller or of all', async () => {
  const { start } = works(new FairBudget({ total: 1, perKey: 1, waiting: 3, waitingPerKey: 2 }))
  await start('a1')
  void start('a2')
  void start('a3')
  await expect(start('a4')).rejects.toMatchObject({
    code: 'too-many',
    message: expect.stringContaining('同类操作过多'),
  })
  void start('b1')
  await expect(start('c1')).rejects.toMatchObject({ code: 'too-many', message: '服务器正忙，请稍后再试' })
})

it('does not let small work pass large work that waits for room, and counts too large work as the whole share', async () => {
  const { started, start, end } = works(new FairBudget({ total: 10, perKey: 8, waiting: 9, waitingPerKey: 9 }))
  await start('a1', 5)
  void start('b1', 100)
  void start('c1', 1)
  await end('')
  expect(started).toEqual(['a1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'c1'])
})

it('forgets who hangs up while it waits, and gives back once', async () => {
  const { started, start, end } = works(new FairBudget({ total: 1, perKey: 1, waiting: 9, waitingPerKey: 9 }))
  await start('a1')
  const hangUp = new AbortController()
  const gone = start('a2', 1, hangUp.signal)
  void start('b1')
  void start('c1')
  hangUp.abort()
  await expect(gone).rejects.toMatchObject({ code: 'cancelled' })
  await end('a1')
  await end('a1')
  expect(started).toEqual(['a1', 'b1'])
})
