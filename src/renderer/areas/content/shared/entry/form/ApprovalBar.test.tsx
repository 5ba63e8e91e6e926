import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { EntryApproval } from '#shared/contract/approval.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { EntryDialog } from '#renderer/areas/content/shared/entry/EntryDialog.tsx'
import { aForm, anEntry } from '#tests/builders/contentForm.ts'
import { aSession } from '#tests/builders/session.ts'
import { aDetail, aDetailField, anApplication } from '#tests/builders/workflowRow.ts'
import {
  button,
  resetDialogState,
  dialogState,
  fieldsOf,
  NOTE,
  press,
  sent,
  SOURCE,
  TITLE,
} from '#tests/setup/entryDialog.tsx'
import { renderUi } from '#tests/setup/renderUi.tsx'

configure({ defaultHidden: true })
resetDialogState()

const LINK = JSON.stringify({ workFlowId: 5, workFlowName: '新闻审批', bindDateTime: '', status: 1 })
const applied = (changes: Partial<EntryApproval> = {}): EntryApproval => ({
  ...anApplication(8, '新品发布'),
  wasPublic: true,
  mayWithdraw: true,
  ...changes,
})

/** Opens the form of an entry whose column asks for approval. */
function openForm(entry: ReturnType<typeof anEntry> | null, approval: EntryApproval | null) {
  const form = aForm([TITLE, SOURCE, NOTE], entry)
  dialogState.host.on('content.form', () => ({ ...form, column: { ...form.column, relationWorkFlow: LINK }, approval }))
  renderUi(<EntryDialog classId={201} id={entry?.id ?? 0} onClose={() => undefined} />, { host: dialogState.host })
  return userEvent.setup()
}
const published = anEntry(7, { title: '新品发布', source: '集团', isStatus: true })

describe('the form of an entry in a column with a workflow', () => {
  it('lets accounts that may add but not publish request approval', async () => {
    const codes = [PERMISSION.add, PERMISSION.edit]
    const menuItemDTOList = [{ menuId: 201, settingList: codes }]
    dialogState.host.on('session.status', () =>
      aSession({ groupId: 7, siteItemDTOList: [{ siteId: 1, menuItemDTOList }] }),
    )
    const user = openForm(null, null)
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '新品发布')
    await press(user, '保存并发布')
    await waitFor(() => expect(sent()).toMatchObject([{ id: 0, isStatus: true }]))
  })
  it('shows applicant, step and time of a request, which can be viewed and withdrawn', async () => {
    dialogState.host
      .on('approval.detail', () => aDetail(0, '新品发布', { approveType: 2 }))
      .on('approval.cancleProcess', () => null)
    const user = openForm(published, applied())
    await screen.findByText(/李婷 于 2026-01-02 08:00:00 提交审批，正在等待“初审”。网站上仍显示已发布的内容/)
    await user.click(button('查看审批'))
    const detail = await screen.findByRole('dialog', { name: '审批详情“新品发布”' })
    await within(detail).findByRole('list', { name: '审批进度' })
    expect(dialogState.host.inputsOf('approval.detail')).toEqual([{ instanceId: 8 }])
    await user.click(within(detail).getAllByRole('button', { name: '关闭' }).at(-1) ?? detail)
    const opened = dialogState.host.inputsOf('content.form').length
    await user.click(button('撤回'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '撤回' }))
    await waitFor(() =>
      expect(dialogState.host.inputsOf('approval.cancleProcess')).toEqual([{ instanceId: 8, remark: '' }]),
    )
    await waitFor(() => expect(dialogState.host.inputsOf('content.form').length).toBeGreaterThan(opened))
  })
  it('loads the refused changes of a published entry into the fields', async () => {
    const fields = [aDetailField('title', '标题', '', '新品发布会'), aDetailField('source', '来源', '', '本报')]
    dialogState.host.on('approval.detail', () => aDetail(0, '新品发布', { fields }))
    const user = openForm(
      published,
      applied({ state: 'refused', endedBy: '王芳', endRemark: '日期不对', mayWithdraw: false }),
    )
    await screen.findByText(/最近一次修改未通过审批.*审批人：王芳.*审批内容：日期不对/)
    await user.click(button('载入被拒绝的修改'))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).value).toBe('新品发布会'),
    )
    await press(user, '保存并发布')
    await waitFor(() => expect(fieldsOf()).toMatchObject({ title: '新品发布会', source: '本报' }))
  })
})
