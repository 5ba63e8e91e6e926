import { createEmitter } from '#shared/util/observable.ts'

const removals = createEmitter()

/** Something that was kept on this computer is gone: saved, or given up. */
export const tellRemoved = removals.emit

/** Answers the way to stop. */
export const onRemoved = removals.on
