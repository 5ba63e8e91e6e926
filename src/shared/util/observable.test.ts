import { describe, expect, it } from 'vitest'
import { createEmitter, createObservable } from './observable.ts'

describe('createEmitter', () => {
  it('calls who listens, until they stop', () => {
    const emitter = createEmitter<[number]>()
    const heard: string[] = []
    const stop = emitter.on((n) => heard.push(`a${n}`))
    emitter.on((n) => heard.push(`b${n}`))
    emitter.emit(1)
    stop()
    emitter.emit(2)
    expect(heard).toEqual(['a1', 'b1', 'b2'])
    expect(emitter.size()).toBe(1)
  })
  it('continues after a throwing listener only if onError is given', () => {
    const broken = () => {
      throw new Error('broken')
    }
    const strict = createEmitter()
    strict.on(broken)
    expect(() => strict.emit()).toThrow('broken')
    const heard: unknown[] = []
    const lenient = createEmitter<[string]>((error, name) => heard.push((error as Error).message, name))
    lenient.on(broken)
    lenient.on((name) => heard.push(`after ${name}`))
    lenient.emit('x')
    expect(heard).toEqual(['broken', 'x', 'after x'])
  })
})

describe('createObservable', () => {
  it('emits changes, not the same value again', () => {
    const value = createObservable(1)
    const seen: number[] = []
    const stop = value.subscribe(() => seen.push(value.get()))
    value.set(2)
    value.set(2)
    stop()
    value.set(3)
    expect(seen).toEqual([2])
    expect(value.get()).toBe(3)
  })
})
