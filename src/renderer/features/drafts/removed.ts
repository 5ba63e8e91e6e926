import { createEmitter } from '#shared/util/observable.ts'

const removals = createEmitter()

/** Announces that a draft was removed: saved or discarded. */
export const notifyDraftRemoved = removals.emit

/** Calls the listener whenever a draft is removed; returns its removal. */
export const onDraftRemoved = removals.on
