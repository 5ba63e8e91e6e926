import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { Lookup } from './shapes.ts'
import type { Member, Typings } from './typings.ts'

/** What the program did that Electron would not have done, in order; the test that started it fails by them. */
export const violations: string[] = []

/** Notes it for the test, and throws as Electron would. */
export function violate(text: string): never {
  noteViolation(text)
  throw new TypeError(text)
}
export function noteViolation(text: string): void {
  violations.push(text)
  process.send?.({ violation: text })
}

const typingsPath = process.env['STAND_IN_TYPINGS'] ?? ''
export const platform = process.env['STAND_IN_PLATFORM'] ?? process.platform
const typings = JSON.parse(readFileSync(typingsPath, 'utf8')) as Typings
export const lookup = new Lookup(typings, platform)

/** Has the program's `ready` come? */
export const phase = { isReady: false }

/** Members that may be used before `ready`, or after it, alone. */
export interface StrictOptions {
  /** The class's statics are meant, not an instance's members. */
  isClass?: boolean
  afterReady?: 'all' | readonly string[]
  beforeReady?: readonly string[]
  /** Answers what still works once the object is destroyed. */
  isDestroyed?: () => boolean
}

const LISTENING = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'])
const ALIVE = new Set(['isDestroyed', 'id', 'constructor'])
/** Asked by Node and by `await`, of any object. */
const ASKED_BY_LANGUAGE = new Set(['then', 'toJSON', 'constructor', 'prototype', 'name', 'length', 'asymmetricMatch'])

/**
 * The same object, but nothing works that Electron has not: only members that electron.d.ts names for this type on this
 * system, with arguments of its shapes, at a time at which Electron takes them.
 */
export function strict<T extends object>(target: T, type: string, options: StrictOptions = {}): T {
  const side = options.isClass ? 'statics' : 'members'
  const proxy: T = new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver === proxy ? object : receiver)
      if (typeof name === 'symbol' || ASKED_BY_LANGUAGE.has(name)) return value
      if (isEmitting(object, name)) return listening(proxy, object, type, name, value)
      const member = lookup.member(type, name, side)
      if (!member) return object instanceof EventEmitter && name.startsWith('_') ? value : unknown(type, name)
      const isHere = lookup.isHere(member.platforms)
      if (!member.calls && !isHere) return undefined
      checkTime(type, name, options)
      if (value === undefined && !(name in object)) return violate(`the stand-in does not have ${type}.${name} yet`)
      return typeof value === 'function' && member.calls ? checkedCall(object, type, name, value, member) : value
    },
    set(object, name, value) {
      const member = lookup.member(type, String(name), side)
      if (!member) return unknown(type, String(name))
      if (member.isReadonly || member.calls) return violate(`${type}.${String(name)} can not be set`)
      const problem = lookup.valueProblem(value, member.shape, `${type}.${String(name)}`)
      if (problem) return violate(problem)
      return Reflect.set(object, name, value)
    },
    construct(object, args, newTarget) {
      checkTime(type, 'constructor', options)
      return Reflect.construct(object as new (...given: unknown[]) => object, args, newTarget)
    },
  })
  return proxy
}

const unknown = (type: string, name: string): never => violate(`electron.d.ts knows no ${type}.${name}`)
const isEmitting = (object: object, name: string): boolean =>
  object instanceof EventEmitter && name in EventEmitter.prototype

function listening(proxy: object, object: object, type: string, name: string, value: unknown): unknown {
  if (typeof value !== 'function') return value
  return (...args: unknown[]): unknown => {
    const [event] = args
    if (LISTENING.has(name) && typeof event === 'string') checkEvent(type, event)
    const answer: unknown = Reflect.apply(value, object, args)
    return answer === object ? proxy : answer
  }
}

/** Listening for an event of another system is usual, and harmless; for one that exists nowhere it is a mistake. */
function checkEvent(type: string, event: string): void {
  if (lookup.event(type, event) === undefined && type !== 'IpcMain')
    violate(`electron.d.ts knows no event ${event} of ${type}`)
}

function checkTime(type: string, name: string, { afterReady, beforeReady, isDestroyed }: StrictOptions): void {
  if (isDestroyed?.() && !ALIVE.has(name)) violate(`Object has been destroyed: ${type}.${name}`)
  if (!phase.isReady && (afterReady === 'all' || afterReady?.includes(name)))
    violate(`${type}.${name} can only be used after the app is ready`)
  if (phase.isReady && beforeReady?.includes(name)) violate(`${type}.${name} must be used before the app is ready`)
}

function checkedCall(object: object, type: string, name: string, value: unknown, member: Member): unknown {
  return (...args: unknown[]): unknown => {
    if (!lookup.isHere(member.platforms)) violate(`${type}.${name} is not a function on ${platform}`)
    const problem = lookup.argumentProblem(member.calls ?? [], args)
    if (problem) violate(`${type}.${name}: ${problem}`)
    return Reflect.apply(value as (...given: unknown[]) => unknown, object, args)
  }
}

/** Checks options that a constructor takes. */
export function checkOptions(value: unknown, type: string, of: string): void {
  const problem = lookup.valueProblem(value, { kind: 'type', name: type }, of)
  if (problem) violate(problem)
}
