import { describe, expect, it } from 'vitest'
import { Mutex } from './mutex.ts'

describe('Mutex', () => {
  it('lets callers in one by one, in their order', async () => {
    const mutex = new Mutex()
    const seen: string[] = []
    const work = async (name: string) => {
      const end = await mutex.acquire()
      seen.push(`${name} in`)
      await Promise.resolve()
      seen.push(`${name} out`)
      end()
    }
    await Promise.all([work('a'), work('b'), work('c')])
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })
  it('times out without blocking the next callers', async () => {
    const mutex = new Mutex()
    const end = await mutex.acquire()
    const impatient = mutex.acquire(() => Promise.reject(new Error('too long')))
    const behind = mutex.acquire()
    await expect(impatient).rejects.toThrow('too long')
    end()
    await expect(behind).resolves.toBeTypeOf('function')
  })
  it('runs work one after the other, also after one that failed', async () => {
    const mutex = new Mutex()
    const seen: string[] = []
    const failing = mutex.run(async () => {
      seen.push('first in')
      await Promise.resolve()
      seen.push('first out')
      throw new Error('failed')
    })
    const next = mutex.run(async () => seen.push('second'))
    await expect(failing).rejects.toThrow('failed')
    await expect(next).resolves.toBe(3)
    expect(seen).toEqual(['first in', 'first out', 'second'])
  })
})
