import { EventEmitter } from 'node:events'

export interface Call {
  name: string
  args: unknown[]
}

/** Everything that was asked of the stand-in, in order; functions are named instead of kept. */
export const calls: Call[] = []

export function record(name: string, ...args: unknown[]): void {
  calls.push({ name, args: JSON.parse(JSON.stringify(args, printable)) as unknown[] })
}

const printable = (_key: string, value: unknown): unknown =>
  typeof value === 'function' ? '[function]' : value instanceof EventEmitter ? `[${value.constructor.name}]` : value

/** An event that listeners may prevent, as Electron passes it first. */
export class StandInEvent {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** Emits with a preventable event; true when a listener prevented it. */
export function emitPreventable(target: EventEmitter, name: string, facts: object = {}, ...args: unknown[]): boolean {
  const event = Object.assign(new StandInEvent(), facts)
  target.emit(name, event, ...args)
  return event.defaultPrevented
}
