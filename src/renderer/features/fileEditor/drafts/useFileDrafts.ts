import { useMemo, useRef, useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { accountOf } from '#renderer/data/session.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { type Autosave, type AutosaveTrouble, createAutosave } from '#renderer/features/drafts/autosave.ts'
import { tellRemoved } from '#renderer/features/drafts/removed.ts'
import { useAutosaveEvents } from '#renderer/features/drafts/useAutosaveEvents.ts'
import { useWriter } from '#renderer/features/drafts/writer.ts'
import { type FileDraft, fileDraftText, loadFileDrafts } from './fileDraft.ts'

type Offers = ReadonlyMap<string, readonly FileDraft[]>

export interface FileDrafts {
  /** By file: what was typed and not saved before it was opened, newest first. */
  offers: Offers
  /** Why what is typed is not kept on this computer just now. */
  trouble: AutosaveTrouble | null
  /** The same until another account signs in. */
  actions: FileDraftActions
}

interface FileDraftActions {
  /** Offers what is kept of the file; what says the same as its stored `content` was saved, and goes. */
  offer: (file: string, content: string, drafts: readonly FileDraft[]) => void
  load: (file: string) => Promise<FileDraft[]>
  /** Something was typed into the file. */
  changed: (file: string) => void
  /** Writes at once what is typed. */
  keep: (file: string) => void
  /** Saved, reloaded or given up: nothing that was typed since it was opened is kept. */
  forget: (file: string) => void
  /** The file goes on with the draft, which stands in its text now. */
  take: (file: string, draft: FileDraft) => void
  /** The draft is given up. */
  discard: (file: string, draft: FileDraft) => void
  /** The file is closed: what waits is offered the next time. */
  close: (file: string) => void
}

function withWaiting(offers: Offers, file: string, drafts: readonly FileDraft[]): Offers {
  const next = new Map(offers)
  if (drafts.length > 0) next.set(file, drafts)
  else next.delete(file)
  return next
}

/**
 * Keeps what is typed into files on this computer until it is saved or given up.
 * @param keyOf the name under which a file's drafts are kept.
 * @param read what stands in the file and the version that it began with; null when nothing in it is unsaved.
 */
export function useFileDrafts(
  keyOf: (file: string) => string,
  read: (file: string) => { hash: string; text: string } | null,
): FileDrafts {
  const session = useSession()
  const owner = session ? accountOf(session) : ''
  const [writer] = useState(() => crypto.randomUUID())
  useWriter(writer, undefined)
  const [trouble, setTrouble] = useState<AutosaveTrouble | null>(null)
  const [offers, setOffers] = useState<Offers>(new Map())
  const autosaves = useRef(new Map<string, Autosave>())

  const actions = useMemo(() => {
    const of = (file: string): Autosave => {
      const known = autosaves.current.get(file)
      if (known) return known
      const made = createAutosave({
        owner,
        writer,
        adopted: null,
        key: () => keyOf(file),
        text: () => {
          const draft = read(file)
          return draft && fileDraftText(draft)
        },
        onTrouble: setTrouble,
      })
      autosaves.current.set(file, made)
      return made
    }
    const each = (act: (autosave: Autosave) => void) => () => autosaves.current.forEach(act)
    const show = (file: string, drafts: readonly FileDraft[]): void =>
      setOffers((now) => withWaiting(now, file, drafts))
    const without = (file: string, draft: FileDraft): void =>
      setOffers((now) => {
        const left = (now.get(file) ?? []).filter((other) => other !== draft)
        return withWaiting(now, file, left)
      })
    const remove = ({ place }: FileDraft): unknown =>
      call('localDrafts.remove', place).then(tellRemoved, () => undefined)
    return {
      flush: each((autosave) => autosave.flush()),
      retry: each((autosave) => autosave.retry()),
      load: async (file: string) => (await loadFileDrafts(keyOf(file))).filter(({ place }) => place.writer !== writer),
      offer(file: string, content: string, drafts: readonly FileDraft[]) {
        for (const draft of drafts) if (draft.text === content) remove(draft)
        show(
          file,
          drafts.filter(({ text }) => text !== content),
        )
      },
      changed: (file: string) => of(file).changed(),
      keep: (file: string) => of(file).keep(),
      forget: (file: string) => void autosaves.current.get(file)?.forget(),
      take(file: string, draft: FileDraft) {
        of(file).adopt(draft.place)
        of(file).keep()
        without(file, draft)
      },
      discard(file: string, draft: FileDraft) {
        remove(draft)
        without(file, draft)
      },
      close(file: string) {
        void autosaves.current.get(file)?.forget()
        show(file, [])
      },
    }
  }, [owner, writer, keyOf, read, autosaves, setOffers, setTrouble])
  useAutosaveEvents(actions)
  return { actions, offers, trouble }
}
