import { PING, WEBHOOK_EVENTS } from '#shared/domain/webhookEvents.ts'

const NAMES: Readonly<Record<string, string>> = { ...WEBHOOK_EVENTS, [PING]: '测试' }

/** The title of an event. */
export const eventName = (event: string): string => NAMES[event] ?? event
