import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aCopyRule } from '#tests/builders/copyRule.ts'
import { aField } from '#tests/builders/field.ts'
import { anEndedJob } from '#tests/builders/job.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { CopyRules } from './CopyRules.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const SOURCE = aColumn(11, '集团新闻')
const TARGET = aColumn(21, '公司新闻', { siteId: 2 })
const ARTICLE = aColumn(22, '关于我们', { siteId: 2, menuType: 0 })
const FIELDS = {
  11: [
    aField('title', { fieldAlias: '标题' }),
    aField('source', { fieldAlias: '来源' }),
    aField('content', { fieldAlias: '正文', fieldType: 'Editor' }),
  ],
  21: [aField('title', { fieldAlias: '标题' }), aField('body', { fieldAlias: '正文', fieldType: 'Editor' })],
}
const detail = (id: 11 | 21) => ({ ...aColumnDetail(id === 11 ? SOURCE : TARGET), menuField: FIELDS[id] })

const host = (rules = [aCopyRule(5, '新闻到分站')]): FakeBridge =>
  aHost()
    .on('site.page', () =>
      pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技'), { ...aSite(3, '独立站'), manageType: 1202 }]),
    )
    .on('column.getTree', ({ siteId }) => (siteId === 1 ? [SOURCE] : [TARGET, ARTICLE]))
    .on('column.findById', ({ id }) => detail(id === 11 ? 11 : 21))
    .on('copyRule.page', () => pageOf(rules))
    .on('copyRule.save', () => aCopyRule(6, '新规则'))

async function open(fake: FakeBridge) {
  renderUi(<CopyRules />, { host: fake })
  await screen.findByRole('row', { name: /新闻到分站/ })
  return userEvent.setup()
}
type User = Awaited<ReturnType<typeof open>>
const press = async (user: User, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

async function pickSite(user: User, label: string, title: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: title }))
}
async function pickColumn(user: User, label: string, title: string): Promise<void> {
  await press(user, new RegExp(`^${label} `))
  await user.click(await screen.findByRole('gridcell', { name: title }))
}

describe('cross-site copy rules', () => {
  it('are listed with their switch, places and what keeps one from copying [B-083]', async () => {
    const broken = aCopyRule(7, '坏规则', { isRun: false, isStatus: false, problem: '栏目“公司新闻”没有字段“body”' })
    const following = aCopyRule(5, '新闻到分站', { followUpdate: true, followDelete: true })
    const fake = host([following, broken]).on('copyRule.updateRun', () => null)
    const user = await open(fake)
    expect(screen.getByRole('row', { name: /新闻到分站/ }).textContent).toContain(
      '正常1 个集团官网集团新闻海洋科技公司新闻更新、删除3',
    )
    expect(screen.getByRole('row', { name: /坏规则/ }).textContent).toContain('失效')
    await user.click(screen.getByRole('switch', { name: '自动复制 新闻到分站' }))
    await waitFor(() => expect(fake.inputsOf('copyRule.updateRun')).toEqual([{ id: 5, isRun: false }]))
  })

  it('are made in two steps; going back keeps the typed text, fields are matched by name at first [B-084] [B-223] [B-224] [C-202]', async () => {
    const fake = host()
    const user = await open(fake)
    await press(user, '新增规则')
    await press(user, '下一步')
    await screen.findAllByText('请输入规则标题')
    expect(screen.queryByRole('button', { name: '自动匹配' })).toBeNull()
    await user.type(screen.getByLabelText(/^规则标题/), '新规则')
    await pickSite(user, '源站点', '集团官网')
    await pickColumn(user, '源站栏目', '集团新闻')
    await pickSite(user, '目标站点', '海洋科技')
    await pickColumn(user, '目标站栏目', '公司新闻')
    await user.click(await screen.findByRole('checkbox', { name: '更新' }))
    await press(user, '下一步')
    // Name first, then what people call it.
    await screen.findByText('已匹配 2 个，目标共有 2 个字段')
    const targets = screen.getByRole('list', { name: '目标站字段' })
    // Only fields of the same type are offered [B-241].
    await user.click(within(targets).getByRole('combobox', { name: '标题 取自' }))
    expect(
      screen
        .getAllByRole('option')
        .slice(-3)
        .map((each) => each.textContent),
    ).toEqual(['不复制', '标题', '来源'])
    expect(screen.queryByRole('option', { name: '正文' })).toBeNull()
    await user.click(screen.getByRole('option', { name: '来源' }))
    await press(user, '上一步')
    expect(screen.getByDisplayValue('新规则')).toBeTruthy()
    await press(user, '下一步')
    await press(user, '保存规则')
    await waitFor(() =>
      expect(fake.inputsOf('copyRule.save')).toEqual([
        {
          id: 0,
          title: '新规则',
          isRun: true,
          followUpdate: true,
          followUnpublish: false,
          followDelete: false,
          sourceSiteId: 1,
          sourceMenuId: 11,
          targetSiteId: 2,
          targetMenuId: 21,
          rules: [
            { sourceField: 'content', targetField: 'body' },
            { sourceField: 'source', targetField: 'title' },
          ],
        },
      ]),
    )
  })

  it('take only list columns: another kind is said and let go; independent sites are not offered [B-239] [A-155]', async () => {
    const user = await open(host())
    await press(user, '编辑 新闻到分站')
    await screen.findByRole('button', { name: '目标站栏目 公司新闻' })
    await pickColumn(user, '目标站栏目', '关于我们')
    await screen.findByText('只能选择列表栏目')
    await screen.findByRole('button', { name: '目标站栏目 请选择栏目' })
    await user.click(screen.getByRole('combobox', { name: '目标站点' }))
    await screen.findByRole('option', { name: '海洋科技' })
    expect(screen.queryByRole('option', { name: '独立站' })).toBeNull()
  })

  it('run over existing entries at once, with progress', async () => {
    const done = anEndedJob('done', { id: 7, kind: 'copyRule.run' })
    const fake = host()
      .on('copyRule.run', () => ({ jobId: 7 }))
      .on('job.findById', () => done)
    const user = await open(fake)
    await press(user, '立即执行 新闻到分站')
    await press(user, '开始复制')
    await screen.findByText('每篇内容的复制结果见“复制日志”')
    expect(fake.inputsOf('copyRule.run')).toEqual([{ id: 5, publishedOnly: true }])
  })
})
