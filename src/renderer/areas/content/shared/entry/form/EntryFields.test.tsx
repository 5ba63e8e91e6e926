import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aForm, aFormField } from '#tests/builders/contentForm.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { requireValue } from '#shared/util/assertNever.ts'
import { EntryDialog } from '../EntryDialog.tsx'

configure({ defaultHidden: true })

it('renders a long form in batches, and keeps text typed meanwhile', async () => {
  const fields = Array.from({ length: 40 }, (_none, at) => ({ ...aFormField(`f${at}`, `字段 ${at}`), sort: at }))
  const host = aHost()
    .on('content.form', () => aForm(fields))
    .on('localDrafts.put', () => ({ savedAt: '2026-01-01 00:00:00' }))
    .on('localDrafts.remove', () => null)
    .on('content.save', ({ isStatus }) => ({ id: 7, version: 1, isStatus, approval: 'none', sensitive: [] }))
  renderUi(<EntryDialog classId={201} id={0} onClose={() => undefined} />, { host })
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: '字段 0' }), '先')
  await user.type(await screen.findByRole('textbox', { name: '字段 39' }), '后')
  const names = screen.getAllByRole('textbox').map((input) => input.getAttribute('name'))
  expect(names).toEqual(fields.map(({ fieldName }) => fieldName))
  await user.click(screen.getByRole('button', { name: '保存并发布' }))
  await waitFor(() => expect(host.inputsOf('content.save')).toHaveLength(1))
  const sent = requireValue(host.inputsOf('content.save')[0], 'a save').fieldList
  expect([sent[0]?.fieldValue, sent[39]?.fieldValue]).toEqual(['先', '后'])
})
