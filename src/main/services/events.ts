import type { HostEventMessage } from '#shared/contract/bridge.ts'
import type { Emit, Logger } from './types.ts'

export interface Events {
  emit: Emit
  subscribe(listener: (message: HostEventMessage) => void): () => void
}

/** Carries events from the services to every page; one failing listener does not stop the others. */
export function createEvents(log: Logger): Events {
  const listeners = new Set<(message: HostEventMessage) => void>()
  return {
    emit(event, payload) {
      for (const listener of listeners) {
        try {
          listener({ event, payload })
        } catch (error) {
          log.error('event not delivered', { event, error })
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
