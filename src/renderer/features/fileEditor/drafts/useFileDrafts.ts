import { useMemo, useRef, useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { accountOf } from '#renderer/data/session.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { type Autosave, type AutosaveProblem, createAutosave } from '#renderer/features/drafts/autosave.ts'
import { notifyDraftRemoved } from '#renderer/features/drafts/removed.ts'
import { useAutosaveEvents } from '#renderer/features/drafts/useAutosaveEvents.ts'
import { useWriter } from '#renderer/features/drafts/writer.ts'
import { type FileDraft, fileDraftText, loadFileDrafts } from './fileDraft.ts'

type Offers = ReadonlyMap<string, readonly FileDraft[]>

export interface FileDrafts {
  /** By file: drafts from before it was opened, newest first. */
  offers: Offers
  /** Why typed text can't be stored on this computer at present. */
  problem: AutosaveProblem | null
  /** Stable until another account signs in. */
  actions: FileDraftActions
}

interface FileDraftActions {
  /** Offers the drafts of a file; drafts that equal its stored `content` were saved and are removed. */
  offer: (file: string, content: string, drafts: readonly FileDraft[]) => void
  load: (file: string) => Promise<FileDraft[]>
  /** Schedules a write after a change of the file. */
  changed: (file: string) => void
  /** Writes the current text now. */
  keep: (file: string) => void
  /** Removes the file's own draft after it was saved, reloaded or discarded. */
  forget: (file: string) => void
  /** Continues with a draft, whose text is now in the file. */
  adopt: (file: string, draft: FileDraft) => void
  /** Discards a draft. */
  discard: (file: string, draft: FileDraft) => void
  /** Closes the file; its other drafts are offered the next time. */
  close: (file: string) => void
}

function withOffers(offers: Offers, file: string, drafts: readonly FileDraft[]): Offers {
  const next = new Map(offers)
  if (drafts.length > 0) next.set(file, drafts)
  else next.delete(file)
  return next
}

/**
 * Stores unsaved text of files on this computer until it is saved or discarded.
 * @param keyOf returns the key of a file's drafts
 * @param read returns the text of a file and the version that it is based on; null when nothing is unsaved
 */
export function useFileDrafts(
  keyOf: (file: string) => string,
  read: (file: string) => { hash: string; text: string } | null,
): FileDrafts {
  const session = useSession()
  const owner = session ? accountOf(session) : ''
  const [writer] = useState(() => crypto.randomUUID())
  useWriter(writer, undefined)
  const [trouble, setTrouble] = useState<AutosaveProblem | null>(null)
  const [offers, setOffers] = useState<Offers>(new Map())
  const autosaves = useRef(new Map<string, Autosave>())

  const actions = useMemo(() => {
    const autosaveOf = (file: string): Autosave => {
      const existing = autosaves.current.get(file)
      if (existing) return existing
      const autosave = createAutosave({
        owner,
        writer,
        adopted: null,
        key: () => keyOf(file),
        text: () => {
          const draft = read(file)
          return draft && fileDraftText(draft)
        },
        onProblem: setTrouble,
      })
      autosaves.current.set(file, autosave)
      return autosave
    }
    const each = (act: (autosave: Autosave) => void) => () => autosaves.current.forEach(act)
    const show = (file: string, drafts: readonly FileDraft[]): void => setOffers((now) => withOffers(now, file, drafts))
    const removeOffer = (file: string, draft: FileDraft): void =>
      setOffers((now) => {
        const others = (now.get(file) ?? []).filter((other) => other !== draft)
        return withOffers(now, file, others)
      })
    const remove = ({ place }: FileDraft): unknown =>
      call('localDrafts.remove', place).then(notifyDraftRemoved, () => undefined)
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
      changed: (file: string) => autosaveOf(file).onChange(),
      keep: (file: string) => autosaveOf(file).writeNow(),
      forget: (file: string) => void autosaves.current.get(file)?.forget(),
      adopt(file: string, draft: FileDraft) {
        autosaveOf(file).adopt(draft.place)
        autosaveOf(file).writeNow()
        removeOffer(file, draft)
      },
      discard(file: string, draft: FileDraft) {
        remove(draft)
        removeOffer(file, draft)
      },
      close(file: string) {
        void autosaves.current.get(file)?.forget()
        show(file, [])
      },
    }
  }, [owner, writer, keyOf, read, autosaves, setOffers, setTrouble])
  useAutosaveEvents(actions)
  return { actions, offers, problem: trouble }
}
