import type { SensitiveHit } from '#shared/contract/content.ts'
import type { ContentSaveResult } from '#shared/contract/contentEdit.ts'
import type { InputOf, OutputOf } from '#shared/contract/registry.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { Fact, FactKind, FactOf } from '#shared/errors/facts.ts'
import type { Answer } from '#renderer/data/client.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import type { Autosave } from '#renderer/features/drafts/autosave.ts'
import type { ConfirmOptions } from '#renderer/ui/dialogs/useConfirm.ts'
import type { Saved } from '#renderer/ui/form/useSaveForm.ts'
import { UNSEEN_VERSION } from './entryDraft.ts'
import { describeForbidden, readHits, needsOthersAgreement, countOccurrences } from '../sensitive/hits.ts'
import type { EntryAction, EntryState } from './formState.ts'
import { loadEntry } from './loadEntry.ts'
import { type EntryTexts, type EntryValues, pairsOf } from '#renderer/features/entry/values.ts'

/** One attempt to save a form. */
interface SaveAttempt {
  values: EntryValues
  /** The user has accepted the sensitive words. */
  acceptSensitive: boolean
}

/** The form to save, with the questions and calls that saving needs. */
export interface SavingForm {
  state: () => EntryState
  dispatch: (action: EntryAction) => void
  autosave: Pick<Autosave, 'writeNow' | 'forget' | 'onChange'>
  /** Sets the version that the form was loaded with. */
  setVersion: (version: number | undefined) => void
  ask: (question: ConfirmOptions) => Promise<boolean>
  save: (input: InputOf<'content.save'>) => Promise<Answer<OutputOf<'content.save'>>>
  restore: (input: InputOf<'content.restore'>) => Promise<unknown>
}

export type SavedEntry = Answer<ContentSaveResult>

/** The user went back to the form; nothing was saved. */
const NOT_SAVED: Saved = { code: SUCCESS + 1 }

/**
 * Saves the form. A refused save that has a remedy is retried until the server accepts it or the user returns to the form;
 * then the code is not 200. Throws errors without a remedy.
 */
export async function saveEntry(form: SavingForm, values: EntryValues): Promise<SavedEntry | Saved> {
  let sending: SaveAttempt | null = { values, acceptSensitive: false }
  while (sending) {
    const { id } = form.state().current
    if (!sending.acceptSensitive) {
      form.dispatch({ type: 'send', values: sending.values })
      // Stored with the attempt's id: a draft restored after a crash is sent as the same attempt.
      if (id === 0) form.autosave.writeNow()
    }
    try {
      return await send(form, sending)
    } catch (error) {
      const remedy: Remedy | null = sending.acceptSensitive ? null : remedyFor(error, id)
      if (!remedy) throw error
      suppressToast(toAppError(error))
      sending = await remedy(form, sending)
    }
  }
  return NOT_SAVED
}

async function send(form: SavingForm, { values, acceptSensitive }: SaveAttempt): Promise<SavedEntry> {
  const { current, as, attempt } = form.state()
  const { classId, id, fields, column } = current
  const isStatus = as === 'publish'
  const formFields = fields.filter(({ isAdd, isUpdate }) => (id === 0 ? isAdd : isUpdate))
  const answer = await form.save({
    classId,
    id,
    siteId: column.siteId,
    isStatus,
    fieldList: pairsOf(formFields, values),
    version: versionOf(values),
    acceptSensitive,
    ...(id === 0 ? { attempt } : {}),
  })
  // Foreign servers may answer without data.
  const fallbackData: ContentSaveResult = { id, version: UNSEEN_VERSION, isStatus, approval: 'none', sensitive: [] }
  return { ...answer, data: answer.data ?? fallbackData }
}

export const versionOf = (values: EntryValues): number | undefined => {
  const version = values['version']
  return typeof version === 'number' ? version : undefined
}

/** Assigns the form to another entry (id 0: a new one) with the version that the form was loaded with. */
function moveForm(form: SavingForm, to: MoveTarget, version: number | undefined): void {
  // The draft stored under the previous entry would never be offered again.
  void form.autosave.forget()
  form.dispatch({ type: 'moved', ...to })
  form.setVersion(version)
  form.autosave.onChange()
}
type MoveTarget = Omit<Extract<EntryAction, { type: 'moved' }>, 'type'>

/** Returns the next attempt; null when the user goes back to the form. Throws new errors of the server. */
type Remedy = (form: SavingForm, sending: SaveAttempt) => Promise<SaveAttempt | null>

/** The entry was permanently deleted: the user may save the form as a new entry. */
const offerSaveAsNew: Remedy = async (form, sending) => {
  if (
    !(await form.ask({
      title: '该内容已被彻底删除',
      text: '表单中的内容尚未保存，可以另存为新内容。',
      confirmText: '另存为新内容',
      cancelText: '返回',
    }))
  )
    return null
  moveForm(form, { to: { id: 0, version: undefined, isPublished: false }, base: {} }, undefined)
  return { ...sending, values: { ...sending.values, version: undefined } }
}

/** The entry is in the recycle bin: the user may restore it and then save. */
const offerRestore: Remedy = async (form, sending) => {
  if (
    !(await form.ask({
      title: '该内容已被移入回收站',
      text: '表单中的内容尚未保存。可以先从回收站还原该内容，再保存表单中的内容。',
      confirmText: '还原并保存',
      cancelText: '返回',
    })) ||
    !(await restoreEntry(form))
  )
    return null
  const { current, base } = form.state()
  const latest = await loadEntry(current.classId, current.id)
  // If the texts are unchanged, the new versions come only from deleting and restoring: no conflict.
  const isUnchanged = current.fields.every(
    ({ fieldName }) => textOf(latest.texts, fieldName) === textOf(base, fieldName),
  )
  return isUnchanged ? { ...sending, values: { ...sending.values, version: latest.version } } : sending
}
const textOf = (texts: EntryTexts, name: string): string => texts[name] ?? ''

/** Restores the entry. A formerly published entry becomes public again, so sensitive words in its old texts need a confirmation. */
async function restoreEntry({ state, restore, ask }: SavingForm): Promise<boolean> {
  const { classId, id } = state().current
  try {
    await restore({ classId, idList: [id], acceptSensitive: false })
  } catch (error) {
    const hits = readHits(error)
    if (!hits) throw error
    suppressToast(toAppError(error))
    if (
      !(await ask({
        title: '内容中有敏感词',
        confirmText: '仍然还原',
        cancelText: '返回',
        danger: true,
        text: `该内容删除前已发布，还原后将以原文重新公开，其中有 ${countOccurrences(hits)} 处敏感词。可以返回表单，也可以仍然还原并保存。`,
      }))
    )
      return false
    await restore({ classId, idList: [id], acceptSensitive: true })
  }
  return true
}

/** Another entry exists instead of the new one. Both are compared before saving, because the form has not loaded that entry. */
const createMergeInto =
  (id: number): Remedy =>
  async (form, sending) => {
    const { version, isPublished } = await loadEntry(form.state().current.classId, id)
    moveForm(form, { to: { id, version, isPublished } }, UNSEEN_VERSION)
    return { ...sending, values: { ...sending.values, version: UNSEEN_VERSION } }
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
      text: needsOthersAgreement(hits)
        ? `有 ${countOccurrences(hits)} 处敏感词，已在字段下方标出。部分敏感词${others.join('；')}。可以返回修改，也可以提交审批。`
        : `有 ${countOccurrences(hits)} 处敏感词，已在字段下方标出。可以返回修改，也可以仍然发布。`,
      confirmText: needsOthersAgreement(hits) ? '提交审批' : '仍然发布',
      cancelText: '返回修改',
      danger: true,
    })
    return agreed ? { ...sending, acceptSensitive: true } : null
  }

/**
 * Remedies for a refused save of an entry (id 0: a new one); null: the error is only shown. A new entry may exist already:
 * an earlier attempt created it and another user has changed (`made`) or recycled it, or the column allows only one entry.
 */
const REMEDIES: { [K in FactKind]: ((fact: FactOf<K>, id: number) => Remedy | null) | null } = {
  missing: ({ missing }, id) => (id !== 0 && missing.includes(id) ? offerSaveAsNew : null),
  recycled({ recycled }, id) {
    if (id === 0) return createMergeInto(recycled)
    return recycled === id ? offerRestore : null
  },
  made: ({ made }, id) => (id === 0 ? createMergeInto(made) : null),
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

/** The remedy for a refused save of the entry `id`; null if the error is only shown. */
function remedyFor(error: unknown, id: number): Remedy | null {
  const { fact } = toAppError(error).details
  if (!fact || fact.kind === 'request') return null
  const remedy = REMEDIES[fact.kind] as ((fact: Fact, id: number) => Remedy | null) | null
  return remedy?.(fact, id) ?? null
}
