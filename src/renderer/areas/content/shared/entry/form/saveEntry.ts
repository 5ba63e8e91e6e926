import type { SensitiveHit } from '#shared/contract/content.ts'
import type { ContentSaved } from '#shared/contract/contentEdit.ts'
import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { Fact, FactKind, FactOf } from '#shared/errors/facts.ts'
import type { Answer } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import type { Autosave } from '#renderer/features/drafts/autosave.ts'
import type { ConfirmOptions } from '#renderer/ui/dialogs/useConfirm.ts'
import type { Saved } from '#renderer/ui/form/useSaveForm.ts'
import { UNSEEN } from './entryDraft.ts'
import { describeForbidden, hitsOf, isForbidden, timesOf } from '../sensitive/hits.ts'
import type { EntryAction, EntryState } from './formState.ts'
import { loadEntry } from './loadEntry.ts'
import { type EntryTexts, type EntryValues, pairsOf } from '#renderer/features/entry/values.ts'

/** One sending of a form. */
interface Sending {
  values: EntryValues
  /** The sensitive words in it were asked about. */
  acceptSensitive: boolean
}

/** The form that is saved, and the ways to ask and to call. */
export interface SavingForm {
  state: () => EntryState
  dispatch: (action: EntryAction) => void
  autosave: Pick<Autosave, 'keep' | 'forget' | 'changed'>
  /** The version that the form has seen. */
  setVersion: (version: number | undefined) => void
  ask: (question: ConfirmOptions) => Promise<boolean>
  save: (input: InputOf<'content.save'>) => Promise<Answer<OutputOf<'content.save'>>>
  restore: (input: InputOf<'content.restore'>) => Promise<unknown>
}

export type SavedEntry = Answer<ContentSaved>

/** No answer of the server: the form stays as it is. */
const REFUSED: Saved = { code: SUCCESS + 1 }

/**
 * Saves what is typed, and goes on from each refusal that has a remedy until the server takes it or the person goes back to
 * the form: then the code is not 200. Throws a refusal without a remedy.
 */
export async function saveEntry(form: SavingForm, values: EntryValues): Promise<SavedEntry | Saved> {
  let sending: Sending | null = { values, acceptSensitive: false }
  while (sending) {
    const { id } = form.state().current
    if (!sending.acceptSensitive) {
      form.dispatch({ type: 'send', values: sending.values })
      // Stored with the attempt's id: a draft restored after a crash is sent as the same attempt.
      if (id === 0) form.autosave.keep()
    }
    try {
      return await send(form, sending)
    } catch (error) {
      const remedy: Remedy | null = sending.acceptSensitive ? null : remedyFor(error, id)
      if (!remedy) throw error
      suppressToast(asAppError(error))
      sending = await remedy(form, sending)
    }
  }
  return REFUSED
}

async function send(form: SavingForm, { values, acceptSensitive }: Sending): Promise<SavedEntry> {
  const { current, as, attempt } = form.state()
  const { classId, id, fields, column } = current
  const isStatus = as === 'publish'
  const asked = fields.filter(({ isAdd, isUpdate }) => (id === 0 ? isAdd : isUpdate))
  const answer = await form.save({
    classId,
    id,
    siteId: column.siteId,
    isStatus,
    fieldList: pairsOf(asked, values),
    version: versionOf(values),
    acceptSensitive,
    ...(id === 0 ? { attempt } : {}),
  })
  // Foreign servers may answer without data.
  const unsaid: ContentSaved = { id, version: UNSEEN, isStatus, approval: 'none', sensitive: [] }
  return { ...answer, data: answer.data ?? unsaid }
}

export const versionOf = (values: EntryValues): number | undefined => {
  const version = values['version']
  return typeof version === 'number' ? version : undefined
}

/** What is typed is that entry's from now on (id 0: a new one's), whose `version` the form has seen. */
function move(form: SavingForm, to: Moved, version: number | undefined): void {
  // The draft stored under the previous entry would never be offered again.
  void form.autosave.forget()
  form.dispatch({ type: 'moved', ...to })
  form.setVersion(version)
  form.autosave.changed()
}
type Moved = Omit<Extract<EntryAction, { type: 'moved' }>, 'type'>

/** Answers the sending to try now; null when the form stays as it is. Throws what the server refuses then. */
type Remedy = (form: SavingForm, sending: Sending) => Promise<Sending | null>

/** Deleted for good: what was typed can become a new entry. */
const saveAnew: Remedy = async (form, sending) => {
  if (
    !(await form.ask({
      title: '这条内容已被彻底删除',
      text: '您写的内容还在这里，没有保存。要把它另存为一条新内容吗？',
      confirmText: '另存为新内容',
      cancelText: '返回',
    }))
  )
    return null
  move(form, { to: { id: 0, version: undefined, isPublished: false }, base: {} }, undefined)
  return { ...sending, values: { ...sending.values, version: undefined } }
}

/** In the recycle bin: it can be brought back, and saved then. */
const saveRestored: Remedy = async (form, sending) => {
  if (
    !(await form.ask({
      title: '这条内容已被移到回收站',
      text: '您写的内容还在这里，没有保存。要先把这条内容从回收站还原，再保存吗？',
      confirmText: '还原并保存',
      cancelText: '返回',
    })) ||
    !(await broughtBack(form))
  )
    return null
  const { current, base } = form.state()
  const now = await loadEntry(current.classId, current.id)
  // If the texts are unchanged, the new versions come only from deleting and restoring: no conflict.
  const same = current.fields.every(({ fieldName }) => text(now.texts, fieldName) === text(base, fieldName))
  return same ? { ...sending, values: { ...sending.values, version: now.version } } : sending
}
const text = (texts: EntryTexts, name: string): string => texts[name] ?? ''

/** What was published is public again with its old texts: sensitive words in them are asked about. */
async function broughtBack({ state, restore, ask }: SavingForm): Promise<boolean> {
  const { classId, id } = state().current
  try {
    await restore({ classId, idList: [id], acceptSensitive: false })
  } catch (error) {
    const hits = hitsOf(error)
    if (!hits) throw error
    suppressToast(asAppError(error))
    if (
      !(await ask({
        title: '内容中有敏感词',
        confirmText: '仍然还原',
        cancelText: '返回',
        danger: true,
        text: `这条内容删除前已经发布，还原后会以原来的文字重新公开，其中有 ${timesOf(hits)} 处敏感词。可以返回，您写的内容仍在这里；也可以仍然还原并保存。`,
      }))
    )
      return false
    await restore({ classId, idList: [id], acceptSensitive: true })
  }
  return true
}

/** That entry stands where a new one was to be. As the form has not seen it, both are compared before it is saved. */
const saveInto =
  (id: number): Remedy =>
  async (form, sending) => {
    const { version, isPublished } = await loadEntry(form.state().current.classId, id)
    move(form, { to: { id, version, isPublished } }, UNSEEN)
    return { ...sending, values: { ...sending.values, version: UNSEEN } }
  }

const askAboutWords =
  (hits: readonly SensitiveHit[]): Remedy =>
  async (form, sending) => {
    form.dispatch({ type: 'words', hits })
    const others = [
      ...new Set(hits.flatMap(({ forbids }) => (forbids && !forbids.own ? describeForbidden(forbids) : []))),
    ]
    const agreed = await form.ask({
      title: '内容中有敏感词',
      text: isForbidden(hits)
        ? `有 ${timesOf(hits)} 处敏感词，已经在字段下方标出。其中有的${others.join('；')}。可以返回修改，也可以提交给他们审批。`
        : `有 ${timesOf(hits)} 处敏感词，已经在字段下方标出。可以返回修改，也可以仍然发布。`,
      confirmText: isForbidden(hits) ? '提交审批' : '仍然发布',
      cancelText: '返回修改',
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
  // Handled by the form, which compares the versions itself.
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
function remedyFor(error: unknown, id: number): Remedy | null {
  const { fact } = asAppError(error).details
  if (!fact || fact.kind === 'request') return null
  const remedy = REFUSALS[fact.kind] as ((fact: Fact, id: number) => Remedy | null) | null
  return remedy?.(fact, id) ?? null
}
