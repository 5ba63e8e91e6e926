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

/** One attempt to save a form. */
interface Sending {
  values: EntryValues
  /** The user has accepted the sensitive words. */
  acceptSensitive: boolean
}

/** The form to save, with the questions and calls that saving needs. */
export interface SavingForm {
  state: () => EntryState
  dispatch: (action: EntryAction) => void
  autosave: Pick<Autosave, 'keep' | 'forget' | 'changed'>
  /** Sets the version that the form was loaded with. */
  setVersion: (version: number | undefined) => void
  ask: (question: ConfirmOptions) => Promise<boolean>
  save: (input: InputOf<'content.save'>) => Promise<Answer<OutputOf<'content.save'>>>
  restore: (input: InputOf<'content.restore'>) => Promise<unknown>
}

export type SavedEntry = Answer<ContentSaved>

/** The user went back to the form; nothing was saved. */
const REFUSED: Saved = { code: SUCCESS + 1 }

/**
 * Saves the form. A refused save that has a remedy is retried until the server accepts it or the user returns to the form;
 * then the code is not 200. Throws errors without a remedy.
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

/** Assigns the form to another entry (id 0: a new one) with the version that the form was loaded with. */
function move(form: SavingForm, to: Moved, version: number | undefined): void {
  // The draft stored under the previous entry would never be offered again.
  void form.autosave.forget()
  form.dispatch({ type: 'moved', ...to })
  form.setVersion(version)
  form.autosave.changed()
}
type Moved = Omit<Extract<EntryAction, { type: 'moved' }>, 'type'>

/** Returns the next attempt; null when the user goes back to the form. Throws new errors of the server. */
type Remedy = (form: SavingForm, sending: Sending) => Promise<Sending | null>

/** The entry was permanently deleted: the user may save the form as a new entry. */
const saveAnew: Remedy = async (form, sending) => {
  if (
    !(await form.ask({
      title: '该内容已被彻底删除',
      text: '表单中的内容尚未保存，可以另存为新内容。',
      confirmText: '另存为新内容',
      cancelText: '返回',
    }))
  )
    return null
  move(form, { to: { id: 0, version: undefined, isPublished: false }, base: {} }, undefined)
  return { ...sending, values: { ...sending.values, version: undefined } }
}

/** The entry is in the recycle bin: the user may restore it and then save. */
const saveRestored: Remedy = async (form, sending) => {
  if (
    !(await form.ask({
      title: '该内容已被移入回收站',
      text: '表单中的内容尚未保存。可以先从回收站还原该内容，再保存表单中的内容。',
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

/** Restores the entry. A formerly published entry becomes public again, so sensitive words in its old texts need a confirmation. */
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
        text: `该内容删除前已发布，还原后将以原文重新公开，其中有 ${timesOf(hits)} 处敏感词。可以返回表单，也可以仍然还原并保存。`,
      }))
    )
      return false
    await restore({ classId, idList: [id], acceptSensitive: true })
  }
  return true
}

/** Another entry exists instead of the new one. Both are compared before saving, because the form has not loaded that entry. */
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
        ? `有 ${timesOf(hits)} 处敏感词，已在字段下方标出。部分敏感词${others.join('；')}。可以返回修改，也可以提交审批。`
        : `有 ${timesOf(hits)} 处敏感词，已在字段下方标出。可以返回修改，也可以仍然发布。`,
      confirmText: isForbidden(hits) ? '提交审批' : '仍然发布',
      cancelText: '返回修改',
      danger: true,
    })
    return agreed ? { ...sending, acceptSensitive: true } : null
  }

/**
 * Remedies for a refused save of an entry (id 0: a new one); null: the error is only shown. A new entry may exist already:
 * an earlier attempt created it and another user has changed (`made`) or recycled it, or the column allows only one entry.
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

/** The remedy for a refused save of the entry `id`; null if the error is only shown. */
function remedyFor(error: unknown, id: number): Remedy | null {
  const { fact } = asAppError(error).details
  if (!fact || fact.kind === 'request') return null
  const remedy = REFUSALS[fact.kind] as ((fact: Fact, id: number) => Remedy | null) | null
  return remedy?.(fact, id) ?? null
}
