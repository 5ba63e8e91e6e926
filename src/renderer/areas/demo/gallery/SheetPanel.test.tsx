import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aSession } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SheetPanel } from './FeedbackPanel.tsx'

describe('the gallery of sheets', () => {
  it('exports the real dictionaries', async () => {
    const host = aHost().on('sheets.download', () => ({ href: '', savedAs: 'D:\\字典.xlsx' }))
    renderUi(<SheetPanel />, { host })
    await userEvent.click(await screen.findByRole('button', { name: '导出' }))
    await screen.findByText('已保存到 D:\\字典.xlsx')
    expect(host.inputsOf('sheets.download')).toMatchObject([{ operation: 'dictionary.exportSheet', name: '字典' }])
  })
  it('shows why nothing can be pressed', async () => {
    renderUi(<SheetPanel />, { host: aHost().on('session.status', () => aSession({ groupId: 9 })) })
    await screen.findByText(/没有字典的导入、导出权限/)
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})
