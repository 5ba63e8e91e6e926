import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect } from 'vitest'
import type { MenuField } from '#shared/contract/column.ts'
import type { ContentEntry, SensitiveHit } from '#shared/contract/content.ts'
import { EntryDialog } from '#renderer/areas/content/shared/entry/EntryDialog.tsx'
import { aForm, aFormField } from '#tests/builders/contentForm.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from './renderUi.tsx'

export const TITLE = aFormField('title', '标题', 'SingleLine', { isRequired: true })
export const SOURCE = aFormField('source', '来源', 'SingleLine', { note: '从哪里来' })
export const NOTE = aFormField('note', '摘要', 'MultiLine', { note: '限制字数50字以内' })

/** What the tests of the content form work with; new for each. */
interface Desk {
  host: FakeBridge
  /** Drafts by form; only the last writer's is kept here. */
  kept: Map<string, { savedAt: string; text: string; writer: string }>
  /** Has the form asked to be closed? */
  closed: boolean
}
export const dialogState: Desk = { host: aHost(), kept: new Map(), closed: false }

/** Gives each test of the file a host that keeps drafts and saves. */
export function resetDialogState(): void {
  beforeEach(() => {
    dialogState.kept = new Map()
    dialogState.closed = false
    dialogState.host = aHost()
      .on('localDrafts.list', ({ key }) => [dialogState.kept.get(key) ?? []].flat())
      .on('localDrafts.get', ({ key }) => dialogState.kept.get(key) ?? null)
      .on('localDrafts.put', ({ key, text, writer }) => {
        const savedAt = '2026-01-02 03:04:05'
        dialogState.kept.set(key, { savedAt, text, writer })
        return { savedAt }
      })
      .on('localDrafts.remove', ({ key, writer }) => {
        if (dialogState.kept.get(key)?.writer === writer) dialogState.kept.delete(key)
        return null
      })
      .on('content.save', ({ id, isStatus }) => saved({ id: id || 9, isStatus }))
  })
}
/** What a save answers. */
export const saved = (changes: { id?: number; isStatus?: boolean; sensitive?: SensitiveHit[] }) => ({
  id: 9,
  version: 4,
  isStatus: false,
  approval: 'none' as const,
  sensitive: [],
  ...changes,
})

/** Opens the form of these fields; without an entry a new one. */
export async function open(fields: readonly MenuField[], entry: ContentEntry | null = null) {
  dialogState.host.on('content.form', () => aForm(fields, entry))
  const onClose = (): void => {
    dialogState.closed = true
  }
  const view = renderUi(<EntryDialog classId={201} id={entry?.id ?? 0} onClose={onClose} />, { host: dialogState.host })
  return { user: userEvent.setup(), view }
}
export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
/** Once the session is known, and after the save lock. */
export const press = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> => {
  await waitFor(() => expect(button(name).getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(button(name))
}
/** The saves that were asked for, and the fields of one. */
export const sent = () => dialogState.host.inputsOf('content.save')
export const fieldsOf = (at = 0): Record<string, string> =>
  Object.fromEntries((sent()[at]?.fieldList ?? []).map(({ fieldName, fieldValue }) => [fieldName, fieldValue]))
