import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { aDetail, aDetailField, anApplication, aTask } from '#tests/builders/workflowRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ApprovalTasks } from './ApprovalTasks.tsx'

configure({ defaultHidden: true })

const done = aTask(9, '旧闻', {
  approveType: 2,
  pass: false,
  approveFinishDate: '2026-01-05 08:00:00',
  approveResult: JSON.stringify({ approveResult: '日期不对', trueName: '王芳' }),
})

const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('approval.taskList', ({ state }) =>
      pageOf(
        state === 1
          ? [done]
          : [aTask(5, '新品发布', { dueDate: '2020-01-01 00:00:00', nobody: true, actsFor: '王芳' }), aTask(6, '年报')],
      ),
    )
    .on('approval.detail', ({ taskId, instanceId }) =>
      aDetail(taskId ?? 0, taskId === 9 || instanceId ? '旧闻' : '新品发布', taskId === 9 ? { approveType: 2 } : {}),
    )

async function openDialog(fake: FakeBridge) {
  renderUi(<ApprovalTasks />, { host: fake })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '审批 新品发布' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('list', { name: '审批进度' })
  return { user, dialog }
}

describe('the approval tasks', () => {
  it('stand in tabs of what waits and what is done, 20 a page, by site and key [B-058] [B-340] [B-409]', async () => {
    const fake = host()
    renderUi(<ApprovalTasks />, { host: fake })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /新品发布/ })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['待审批', '已审批', '我的申请'])
    expect(fake.inputsOf('approval.taskList')[0]).toMatchObject({
      pageSize: 20,
      pageIndex: 1,
      state: 0,
      seeAll: false,
      siteId: 0,
    })
    expect(row.textContent).toContain('集团新闻集团官网李婷初审代 王芳无人可审新增数据提交审核已超期 01-01 00:00')
    await user.click(screen.getByRole('switch', { name: '查看所有人的待审批' }))
    await waitFor(() => expect(fake.inputsOf('approval.taskList').at(-1)).toMatchObject({ seeAll: true }))
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '新站' }))
    await waitFor(() => expect(fake.inputsOf('approval.taskList').at(-1)).toMatchObject({ siteId: 2 }))
    await user.click(screen.getByRole('tab', { name: '已审批' }))
    const past = await screen.findByRole('row', { name: /旧闻/ })
    expect(past.textContent).toContain('拒绝日期不对 · 王芳')
    expect(fake.inputsOf('approval.taskList').at(-1)).toMatchObject({ state: 1, siteId: 0 })
    expect(address()).toContain('tab=done')
  })
  it('are everybody’s for super administrators alone', async () => {
    const fake = host().on('session.status', () => aSession({ groupId: 7 }))
    renderUi(<ApprovalTasks />, { host: fake })
    await screen.findByRole('row', { name: /新品发布/ })
    expect(screen.queryByRole('switch', { name: '查看所有人的待审批' })).toBeNull()
  })
  it('are agreed to in a batch, all or none', async () => {
    const fake = host().on('approval.agreeMany', () => null)
    renderUi(<ApprovalTasks />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '批量同意' }))
    await screen.findByText('请选择数据！')
    await user.click(screen.getByRole('checkbox', { name: /新品发布/ }))
    await user.click(screen.getByRole('checkbox', { name: /年报/ }))
    await user.click(screen.getByRole('button', { name: '批量同意' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('同意 2 个审批任务')
    await user.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('审核成功')
    expect(fake.inputsOf('approval.agreeMany')).toEqual([{ idList: [5, 6], approveResult: '' }])
  })
})

describe('the approval dialog', () => {
  it('shows the fields of the record and what was said so far; the text is safe [B-059] [B-061] [B-062]', async () => {
    const fake = host()
    const nasty = { ...aDetailField('content', '正文', '', ''), fieldType: 'Editor' as const }
    fake.on('approval.detail', () =>
      aDetail(5, '新品发布', {
        fields: [{ ...nasty, after: '<p>正文</p><img src=x onerror="alert(1)"><script>1</script>' }],
      }),
    )
    const { dialog } = await openDialog(fake)
    const steps = dialog.getByRole('list', { name: '审批进度' })
    expect(steps.textContent).toContain('提交李婷')
    expect(steps.textContent).toContain('初审已同意编辑王芳 · 2026-01-02 09:00:00可以终审待审批主编')
    const text = dialog.getByRole('region', { name: '正文' })
    await waitFor(() => expect(text.textContent).toContain('正文'))
    expect(text.querySelector('script')).toBeNull()
    expect(text.querySelector('img')?.hasAttribute('onerror')).toBe(false)
    dialog.getByRole('button', { name: '同意' })
    dialog.getByRole('button', { name: '拒绝' })
  })
  it('agrees with at most 50 characters, after 确认同意审批？ [B-218] [B-245] [B-271] [B-342] [B-401]', async () => {
    const fake = host().on('approval.approve', () => null)
    const { user, dialog } = await openDialog(fake)
    await user.click(dialog.getByLabelText('审批内容'))
    await user.paste('好'.repeat(51))
    dialog.getByText('50/50')
    await user.click(dialog.getByRole('button', { name: '同意' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认同意审批？')
    await user.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('审核成功')
    expect(fake.inputsOf('approval.approve')).toEqual([
      { taskId: 5, siteId: 1, pass: true, approveResult: '好'.repeat(50) },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('refuses after 确认拒绝审批？; who was faster is said, and the list read again [B-191] [B-272]', async () => {
    const fake = host().on('approval.approve', () => {
      throw new AppError('conflict', '王芳已同意该申请，请刷新')
    })
    const { user, dialog } = await openDialog(fake)
    const asked = fake.inputsOf('approval.taskList').length
    await user.type(dialog.getByLabelText('审批内容'), '不行')
    await user.click(dialog.getByRole('button', { name: '拒绝' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认拒绝审批？')
    await user.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('王芳已同意该申请，请刷新')
    expect(fake.inputsOf('approval.approve')).toMatchObject([{ pass: false, approveResult: '不行' }])
    await waitFor(() => expect(fake.inputsOf('approval.taskList').length).toBeGreaterThan(asked))
  })
  it('of type 2 is to be read [B-060] [B-063]', async () => {
    renderUi(<ApprovalTasks />, { host: host(), at: '/?tab=done' })
    await userEvent.click(await screen.findByRole('button', { name: '详情 旧闻' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('list', { name: '审批进度' })
    expect(dialog.queryByRole('button', { name: '同意' })).toBeNull()
    expect(dialog.queryByLabelText('审批内容')).toBeNull()
  })
  it('marks what differs from what is public, all fields on wish', async () => {
    const fields = [aDetailField('title', '标题', '旧题', '新题'), aDetailField('source', '来源', '集团', '集团')]
    const fake = host().on('approval.detail', () => aDetail(5, '新题', { wasPublic: true, entry: 'public', fields }))
    const { user, dialog } = await openDialog(fake)
    const title = dialog.getByRole('region', { name: '标题' })
    expect(title.querySelector('del')?.textContent).toContain('旧')
    expect(title.querySelector('ins')?.textContent).toContain('新')
    expect(dialog.queryByRole('region', { name: '来源' })).toBeNull()
    await user.click(dialog.getByRole('switch', { name: /仅显示修改的字段/ }))
    dialog.getByRole('region', { name: '来源' })
  })
  it('marks what differs from what was applied for before, on wish', async () => {
    const title = { ...aDetailField('title', '标题', '', '新题'), previous: '旧题' }
    const previous = {
      instanceId: 3,
      createDate: '2026-01-01 09:00:00',
      applicant: '李婷',
      state: 'withdrawn' as const,
    }
    const fake = host().on('approval.detail', () => aDetail(5, '新题', { previous, fields: [title] }))
    const { user, dialog } = await openDialog(fake)
    expect(dialog.getByRole('region', { name: '标题' }).querySelector('del')).toBeNull()
    await user.click(dialog.getByRole('radio', { name: '与上一次提交（2026-01-01 09:00:00）比较' }))
    expect(dialog.getByRole('region', { name: '标题' }).querySelector('del')?.textContent).toContain('旧')
  })
  it('that can’t be read shows what the server says [B-397]', async () => {
    const fake = host().on('approval.detail', () => {
      throw new AppError('forbidden', '当前账号不是该任务的审批人')
    })
    renderUi(<ApprovalTasks />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '审批 新品发布' }))
    await screen.findByText('当前账号不是该任务的审批人')
  })
})

describe('one’s own', () => {
  it('applications show their state, and can be withdrawn where the workflow allows it [B-344]', async () => {
    const fake = host()
      .on('approval.mine', () =>
        pageOf([
          anApplication(7, '新品发布'),
          anApplication(8, '不可撤回的', { revocability: false }),
          anApplication(9, '旧闻', { state: 'refused', endedBy: '王芳', endRemark: '日期不对', nodeTitle: '' }),
        ]),
      )
      .on('approval.cancleProcess', () => null)
    renderUi(<ApprovalTasks />, { host: fake, at: '/?tab=mine' })
    const user = userEvent.setup()
    expect((await screen.findByRole('row', { name: /旧闻/ })).textContent).toContain('已拒绝')
    expect(screen.getByRole('row', { name: /旧闻/ }).textContent).toContain('日期不对 · 王芳')
    expect(screen.getByRole('button', { name: '撤回 不可撤回的' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: '撤回 新品发布' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '撤回' }))
    await waitFor(() => expect(fake.inputsOf('approval.cancleProcess')).toEqual([{ instanceId: 7, remark: '' }]))
  })
  it('stand-in is chosen for a time', async () => {
    const person = { id: 4, userName: 'zhang', trueName: '张伟', email: '', groupId: 2, groupName: '编辑' }
    const fake = host()
      .on('approval.standIn', () => null)
      .on('account.pageUser', () => pageOf([person]))
      .on('approval.saveStandIn', () => null)
    renderUi(<ApprovalTasks />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '我的代理人' }))
    await user.click(await screen.findByRole('combobox', { name: '代理人' }))
    await user.click(await screen.findByRole('option', { name: '张伟（zhang）' }))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(fake.inputsOf('approval.saveStandIn')).toEqual([{ standInId: 4, fromDate: '', toDate: '' }]),
    )
  })
})
