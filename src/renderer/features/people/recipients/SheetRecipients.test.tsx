import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { RecipientSheet } from '#shared/contract/recipientSheet.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SheetRecipients } from './SheetRecipients.tsx'

const answer = (column: number): RecipientSheet => ({
  columns: [
    { index: 0, title: '姓名', fits: 0 },
    { index: 1, title: '手机', fits: 2 },
    { index: 2, title: '备用', fits: 1 },
  ],
  column,
  list: column === 1 ? ['13800000001', '13800000003'] : ['13900000001'],
  wrong: column === 1 ? 1 : 0,
  repeated: 0,
  first: column === 1 ? [{ row: 3, value: '138000' }] : [],
})

it('reads a column of a CSV file in GBK, names its broken line, and adds the others', async () => {
  const fake = aHost().on('recipientSheet.read', ({ column }) => answer(column ?? 1))
  const added: (readonly string[])[] = []
  renderUi(<SheetRecipients kind="phone" onAdd={(list) => added.push(list)} />, { host: fake })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '从表格添加' }))
  // 手机 in GBK.
  const file = new File([new Uint8Array([0xca, 0xd6, 0xbb, 0xfa])], '名单.CSV')
  await user.upload(screen.getByLabelText('选择文件', { selector: 'input' }), file)
  await screen.findByText('第 3 行：138000')
  expect(fake.inputsOf('recipientSheet.read')[0]).toMatchObject({ csv: '手机', xlsxPath: '', kind: 'phone' })
  await user.selectOptions(await screen.findByRole('combobox', { name: '接收人所在的列' }), '备用（1 个可用）')
  await user.click(await screen.findByRole('button', { name: '添加 1 个' }))
  expect(added).toEqual([['13900000001']])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
