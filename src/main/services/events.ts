import type { HostEventMessage } from '#shared/contract/bridge.ts'
import { createEmitter } from '#shared/util/observable.ts'
import type { Emit, Logger } from './types.ts'

export interface Events {
  emit: Emit
  subscribe(listener: (message: HostEventMessage) => void): () => void
}

/** Sends events from the services to every page; one failing listener does not stop the others. */
export function createEvents(log: Logger): Events {
  const messages = createEmitter<[message: HostEventMessage]>((error, { event }) =>
    log.error('event not delivered', { event, error }),
  )
  return { emit: (event, payload) => messages.emit({ event, payload }), subscribe: messages.on }
}
