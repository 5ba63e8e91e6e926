import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aField } from '#tests/builders/field.ts'
import { anEndedJob } from '#tests/builders/job.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { ContentImport, ImportSummary } from '#shared/contract/contentImport.ts'
import { ImportWizard } from './ImportWizard.tsx'

configure({ defaultHidden: true })

const FOUND: ImportSummary = {
  from: '旧网站',
  entries: 3,
  published: 2,
  groups: [
    { key: 'category:news', title: '新闻', count: 2 },
    { key: 'page', title: '页面', count: 1 },
  ],
  authors: ['li'],
  pictures: 0,
  remotePictures: 1,
  left: [{ what: '评论', count: 4 }],
  columns: [],
  broken: { line: 812, column: 5, message: '文件不完整（可能未下载完整）' },
}
const MADE: ContentImport = {
  id: 5,
  siteId: 1,
  kind: 'wxr',
  fileName: 'old.xml',
  jobId: 7,
  found: FOUND,
  mapping: null,
  remembered: null,
  trial: null,
  result: null,
  createDate: '2026-01-01 00:00:00',
}
const COUNTS = { created: 2, updated: 0, skipped: 0, failed: 1 }
const list = aColumn(21, '集团新闻')

function open(made: Partial<ContentImport>) {
  let now: ContentImport = { ...MADE, ...made }
  const fake = aHost()
    .on('contentImport.findById', () => now)
    .on('contentImport.list', () => [])
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
    .on('job.findById', () => anEndedJob('done', { id: 7, kind: 'contentImport.run' }))
    .on('column.getTree', () => [list])
    .on('column.findById', () => ({
      ...aColumnDetail(list),
      menuField: [aField('title', { fieldAlias: '标题' }), aField('source', { fieldAlias: '来源' })],
    }))
    .on('contentImport.run', ({ trial }) => {
      now = { ...now, [trial ? 'trial' : 'result']: COUNTS }
      return { jobId: 8 }
    })
    .on('contentImport.lines', () =>
      pageOf([{ row: 12, title: '坏的', target: '集团新闻', outcome: 'failed' as const, reason: '标题：不能为空' }]),
    )
  renderUi(
    <Routes>
      <Route path="/site/import/:siteId" element={<ImportWizard />} />
    </Routes>,
    { host: fake, at: '/site/import/1?import=5' },
  )
  return { fake, user: userEvent.setup() }
}
const next = () => screen.getByRole('button', { name: '下一步' })

describe('the wizard of imports', () => {
  it('shows what was found, asks where it goes, tries it, and imports it', { timeout: 60_000 }, async () => {
    const { fake, user } = open({})
    expect(await screen.findByText(/第 812 行：文件不完整/)).toBeTruthy()
    expect(await screen.findByText('内容迁移到“集团官网”')).toBeTruthy()
    expect(screen.getByText('评论 4 个')).toBeTruthy()
    expect(within(screen.getByRole('table', { name: '分组' })).getByText('新闻')).toBeTruthy()
    await user.click(next())
    await user.selectOptions(screen.getByRole('combobox', { name: '“页面”导入到' }), '不导入')
    await user.selectOptions(screen.getByRole('combobox', { name: '“新闻”导入到' }), '已有栏目')
    await user.click(next())
    // Nothing was chosen yet.
    expect(screen.queryByRole('button', { name: '开始试导入' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /“新闻”的栏目/ }))
    await screen.findByRole('treegrid')
    await user.type(screen.getByRole('searchbox'), '集团')
    await user.keyboard('{Enter}{ArrowDown}{End}{Enter}')
    await screen.findByRole('button', { name: /“新闻”的栏目 集团新闻/ })
    await user.click(next())
    await user.click(screen.getByRole('button', { name: '开始试导入' }))
    await waitFor(() => expect(fake.inputsOf('contentImport.run')).toHaveLength(1))
    expect(fake.inputsOf('contentImport.run')[0]).toMatchObject({
      id: 5,
      trial: true,
      groups: [
        { key: 'category:news', to: 'column', classId: 21 },
        { key: 'page', to: 'skip' },
      ],
    })
    expect(await screen.findByText('将新增 2 条、更新 0 条，跳过 0 条，失败 1 条')).toBeTruthy()
    expect(await screen.findByText('标题：不能为空')).toBeTruthy()
    await user.click(next())
    await user.click(screen.getByRole('button', { name: '开始导入' }))
    await waitFor(() => expect(fake.inputsOf('contentImport.run')[1]).toMatchObject({ trial: false }))
    expect(await screen.findByText('已新增 2 条、更新 0 条，跳过 0 条，失败 1 条')).toBeTruthy()
  })

  it('matches the columns of a sheet by their names and keeps what was chosen last time', async () => {
    const columns = ['标题', '出处'].map((title) => ({ title, samples: ['甲'] }))
    const { fake, user } = open({
      kind: 'sheet',
      found: { ...FOUND, columns, groups: [{ key: '', title: '表格', count: 3 }], broken: null },
      remembered: {
        groups: [{ key: '', to: 'column', classId: 21, title: '', parentId: 0 }],
        columns: [{ title: '出处', fieldName: 'source' }],
        keyTitle: '标题',
        again: 'skip',
        publish: false,
        fetchPictures: false,
      },
    })
    await screen.findByText('old.xml')
    await user.click(next())
    const field = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: `“${name}”对应的字段` })
    await waitFor(async () => expect((await field('标题')).value).toBe('title'))
    expect((await field('出处')).value).toBe('source')
    await user.click(next())
    await user.click(screen.getByRole('button', { name: '开始试导入' }))
    await waitFor(() =>
      expect(fake.inputsOf('contentImport.run')[0]).toMatchObject({
        keyTitle: '标题',
        columns: [
          { title: '标题', fieldName: 'title' },
          { title: '出处', fieldName: 'source' },
        ],
      }),
    )
  })
})
