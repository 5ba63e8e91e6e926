import { z } from 'zod'
import { halt } from '#shared/contract/workspace.ts'
import { changes, type Halt } from '../core/safety.ts'
import { sameEntry, type Sides } from '../core/tree.ts'
import type { BaseStore } from '../base/store.ts'
import type { Session } from './context.ts'
import { keepLocal, keepRemote } from './transfer.ts'

/** A safety stop outlives a restart: nobody has answered it yet. */
export const readHalt = (store: BaseStore): Halt | null => store.read('halt', halt.nullable())
export const writeHalt = (store: BaseStore, value: Halt | null): void => store.write('halt', value)

/** How many deletions a person agreed to; they hold until a cycle has carried them out. */
export const readAgreed = (store: BaseStore): number => store.read('agreed-deletes', z.number()) ?? 0
export const writeAgreed = (store: BaseStore, deletes: number): void => store.write('agreed-deletes', deletes)

/** S17, S18 "proceed": the next cycle may do as much as was shown. */
export function proceed(store: BaseStore, answered: Halt): void {
  writeAgreed(store, Math.max(answered.deletes, 1))
  writeHalt(store, null)
}

/**
 * S17, S18 "restore": what went missing on one side leaves the base, so that the next plan takes it for new on the
 * other side and brings it back. Files that were all changed get the other side's content; theirs goes to the trash.
 */
export async function restore(session: Session, sides: Sides, answered: Halt): Promise<void> {
  const { store, clock } = session
  if (answered.kind === 'all-changed') {
    await takeBack(session, sides)
    // Seen from the other side, every file is now changed once more.
    writeAgreed(store, answered.deletes)
  } else {
    const lost = ['remote-emptied', 'mass-delete-local'].includes(answered.kind) ? sides.remote : sides.local
    for (const path of sides.base.keys()) if (!lost.has(path)) store.agree(path, null, clock.now())
  }
  writeHalt(store, null)
}

async function takeBack(session: Session, sides: Sides): Promise<void> {
  const side = changes(sides, 'local') >= changes(sides, 'remote') ? 'local' : 'remote'
  const keep = side === 'local' ? keepLocal : keepRemote
  for (const [path, entry] of sides.base) {
    const now = sides[side].get(path)
    if (entry.kind !== 'file' || now?.kind !== 'file' || sameEntry(entry, now)) continue
    await keep(session, path, now)
    session.store.agree(path, now, session.clock.now())
  }
}
