import { createObservable } from '#shared/util/observable.ts'

/** Entries that were just published or taken back, so that the list tells how they get on. */
interface Announced {
  classId: number
  ids: readonly number[]
  /** Of a single entry; '' when unknown. */
  title: string
}

const announced = createObservable<Announced | null>(null)

export const announcedEntries = announced.get
export const onAnnounced = announced.subscribe
export const announceEntries = announced.set
