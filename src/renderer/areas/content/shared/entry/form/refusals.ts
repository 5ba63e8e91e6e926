import type { SensitiveHit } from '#shared/contract/content.ts'
import type { Fact, FactKind, FactOf } from '#shared/errors/facts.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { ENTRY_FORM, SENSITIVE } from '#renderer/areas/content/shared/entry/text.ts'
import type { ConfirmOptions } from '#renderer/ui/dialogs/useConfirm.ts'
import { UNSEEN } from '../autosave/entryDraft.ts'
import { hitsOf, timesOf } from '../sensitive/hits.ts'
import type { EntryAction, EntryState } from './formState.ts'
import { loadEntry } from './loadEntry.ts'
import type { EntryTexts, EntryValues } from './values.ts'

/** One sending of a form. */
export interface Sending {
  values: EntryValues
  /** The sensitive words in it were asked about. */
  acceptSensitive: boolean
}

/** What a remedy may do with the form. */
export interface RefusedForm {
  state: () => EntryState
  ask: (question: ConfirmOptions) => Promise<boolean>
  /** Takes the entry out of the recycle bin. */
  restore: (acceptSensitive: boolean) => Promise<unknown>
  showWords: (hits: readonly SensitiveHit[]) => void
  /** What is typed is that entry's from now on, whose `version` the form has seen. */
  move: (action: Omit<Extract<EntryAction, { type: 'moved' }>, 'type'>, version: number | undefined) => void
}

/** Answers the sending to try now; null when the form stays as it is. Throws what the server refuses then. */
export type Remedy = (form: RefusedForm, sending: Sending) => Promise<Sending | null>

/** Deleted for good: what was typed can become a new entry. */
const saveAnew: Remedy = async (form, sending) => {
  if (!(await form.ask(ENTRY_FORM.lost.deleted))) return null
  form.move({ to: { id: 0, version: undefined, isPublished: false }, base: {} }, undefined)
  return { ...sending, values: { ...sending.values, version: undefined } }
}

/** In the recycle bin: it can be brought back, and saved then. */
const saveRestored: Remedy = async (form, sending) => {
  if (!(await form.ask(ENTRY_FORM.lost.recycled)) || !(await broughtBack(form))) return null
  const { current, base } = form.state()
  const now = await loadEntry(current.classId, current.id)
  // Nobody wrote into it meanwhile: only its way through the bin made new versions.
  const same = current.fields.every(({ fieldName }) => text(now.texts, fieldName) === text(base, fieldName))
  return same ? { ...sending, values: { ...sending.values, version: now.version } } : sending
}
const text = (texts: EntryTexts, name: string): string => texts[name] ?? ''

/** What was published is public again with its old texts: sensitive words in them are asked about. */
async function broughtBack({ restore, ask }: RefusedForm): Promise<boolean> {
  try {
    await restore(false)
  } catch (error) {
    const hits = hitsOf(error)
    if (!hits) throw error
    suppressToast(asAppError(error))
    if (!(await ask({ ...SENSITIVE.restore, text: SENSITIVE.restored(timesOf(hits)) }))) return false
    await restore(true)
  }
  return true
}

/** That entry stands where a new one was to be. As the form has not seen it, both are compared before it is saved. */
const saveInto =
  (id: number): Remedy =>
  async (form, sending) => {
    const { version, isPublished } = await loadEntry(form.state().current.classId, id)
    form.move({ to: { id, version, isPublished } }, UNSEEN)
    return { ...sending, values: { ...sending.values, version: UNSEEN } }
  }

const askAboutWords =
  (hits: readonly SensitiveHit[]): Remedy =>
  async (form, sending) => {
    form.showWords(hits)
    const agreed = await form.ask({
      title: SENSITIVE.title,
      text: SENSITIVE.ask(timesOf(hits)),
      confirmText: SENSITIVE.publish,
      cancelText: SENSITIVE.back,
      danger: true,
    })
    return agreed ? { ...sending, acceptSensitive: true } : null
  }

/**
 * What can be gone on from when the save of an entry (id 0: of a new one) is refused. Of a new one, an earlier sending of
 * the form has made it and somebody has changed it since (`made`) or has put it into the recycle bin, or the column has
 * its only one. null: shown as it is.
 */
const REFUSALS: { [K in FactKind]: ((fact: FactOf<K>, id: number) => Remedy | null) | null } = {
  missing: ({ missing }, id) => (id !== 0 && missing.includes(id) ? saveAnew : null),
  recycled({ recycled }, id) {
    if (id === 0) return saveInto(recycled)
    return recycled === id ? saveRestored : null
  },
  made: ({ made }, id) => (id === 0 ? saveInto(made) : null),
  words: ({ hits }) => askAboutWords(hits),
  // The form compares the versions itself.
  changed: null,
  used: null,
  fileUsed: null,
  content: null,
  collision: null,
  names: null,
  locked: null,
  openWork: null,
  mustChangePassword: null,
  mustSetUpFactor: null,
  codeNeeded: null,
}

/** The remedy for a refused save of the entry `id`; null for what is shown as it is. */
export function remedyFor(error: unknown, id: number): Remedy | null {
  const { fact } = asAppError(error).details
  if (!fact) return null
  const remedy = REFUSALS[fact.kind] as ((fact: Fact, id: number) => Remedy | null) | null
  return remedy?.(fact, id) ?? null
}
