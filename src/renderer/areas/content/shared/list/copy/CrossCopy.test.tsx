import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { aColumn } from '#tests/builders/columnRow.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aContentHost, LIST_COLUMN } from '#tests/setup/contentHost.ts'
import { renderUi } from '#tests/setup/renderUi.tsx'
import { ContentPage } from '../ContentPage.tsx'

configure({ defaultHidden: true })

describe('copying entries to other sites by hand', () => {
  it('asks for target sites and columns, several of them, and needs each [B-082] [B-243] [A-155]', async () => {
    const fake = aContentHost([anEntry(1, '新船下水'), anEntry(2, '年会通知')])
      .on('site.page', () =>
        pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技'), { ...aSite(3, '独立站'), manageType: 1202 }]),
      )
      .on('column.getTree', ({ siteId }) => (siteId === 1 ? [LIST_COLUMN] : [aColumn(21, '分站新闻', { siteId: 2 })]))
      .on('crossCopy.copy', () => ({ copied: 1, failed: 0 }))
    renderUi(
      <Routes>
        <Route path="/admin/model_manage/:menuId" element={<ContentPage review={false} />} />
      </Routes>,
      { host: fake, at: '/admin/model_manage/11' },
    )
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '更多 新船下水' }))
    await user.click(await screen.findByRole('menuitem', { name: '跨站复制' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('跨站复制“新船下水”')
    await user.click(dialog.getByRole('button', { name: '复制' }))
    await screen.findAllByText('请选择目标站点')
    expect(fake.inputsOf('crossCopy.copy')).toEqual([])
    await user.click(dialog.getByRole('combobox', { name: '目标站点' }))
    expect(
      screen
        .getAllByRole('option')
        .map((each) => each.textContent)
        .join(),
    ).not.toContain('独立站')
    await user.click(await screen.findByRole('option', { name: '海洋科技' }))
    await user.click(dialog.getByRole('button', { name: '复制' }))
    await screen.findAllByText('请选择目标栏目')
    expect(fake.inputsOf('crossCopy.copy')).toEqual([])
    await user.click(await dialog.findByRole('button', { name: /^目标栏目 / }))
    await user.click(await screen.findByRole('gridcell', { name: '分站新闻' }))
    await user.click(dialog.getByRole('button', { name: '添加目标' }))
    await user.click(dialog.getByRole('button', { name: '移除目标 2' }))
    await user.click(dialog.getByRole('button', { name: '复制' }))
    await waitFor(() =>
      expect(fake.inputsOf('crossCopy.copy')).toEqual([
        { dataIds: [1], targetList: [{ targetSiteId: 2, targetMenuId: 21 }] },
      ]),
    )
  })
})
