import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type Authority, PERMISSION } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SheetButtons } from './SheetButtons.tsx'

const AT = { siteId: 0, menuId: 51 }
const BOTH = [PERMISSION.exportSheet, PERMISSION.importSheet]

function aHostWith(codes: number[]): FakeBridge {
  const siteItemDTOList: Authority['siteItemDTOList'] = [
    { siteId: 0, menuItemDTOList: [{ menuId: AT.menuId, settingList: codes }] },
  ]
  return aHost().on('session.status', () => aSession({ groupId: 7, siteItemDTOList }))
}

function open(host: FakeBridge, onImported?: () => void) {
  renderUi(
    <SheetButtons
      what="敏感词"
      at={AT}
      exports={{ operation: 'dictionary.exportSheet', input: {} }}
      imports={{
        call: { operation: 'dictionary.importSheet', input: { siteId: 3 } },
        limitMb: 50,
        template: { operation: 'dictionary.sheetTemplate', input: {} },
        ...(onImported && { onImported }),
      }}
    />,
    { host },
  )
  return userEvent.setup({ applyAccept: false })
}

const sheet = (name: string, size = 3): File => Object.defineProperty(new File(['abc'], name), 'size', { value: size })
/** jsdom's focus trap lets the dialog go when the input of the chosen file goes; what stands in it is asked for all the same. */
const HIDDEN = { hidden: true }
/** Found by the title that names it, as what is hidden has no name for a query. */
async function dialog(): Promise<HTMLElement> {
  const found = await screen.findByRole('alertdialog', HIDDEN)
  expect(document.getElementById(found.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('导入敏感词')
  return found
}

async function importing(host: FakeBridge, file: File, onImported?: () => void) {
  const user = open(host, onImported)
  await user.click(await screen.findByRole('button', { name: '导入' }))
  await dialog()
  await user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), file)
  return user
}

describe('the buttons of sheets', () => {
  it.each([
    [[PERMISSION.exportSheet], ['导出']],
    [[PERMISSION.importSheet], ['导入']],
    [BOTH, ['导入', '导出']],
  ])('are there by permission: %o [A-208] [A-209]', async (codes, names) => {
    open(aHostWith(codes))
    await screen.findByRole('button', { name: names[0] ?? '' })
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(names)
  })
  it('are not there without one', async () => {
    const host = aHostWith([PERMISSION.add])
    open(host)
    await waitFor(() => expect(host.calls.map(({ name }) => name)).toContain('session.status'))
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})

describe('an export', () => {
  it('brings the sheet, and says where it was saved', async () => {
    const host = aHostWith(BOTH).on('sheets.download', () => ({ href: '', savedAs: 'D:\\敏感词.xlsx' }))
    const user = open(host)
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await screen.findByText('已保存到 D:\\敏感词.xlsx')
    expect(host.inputsOf('sheets.download')).toMatchObject([
      { operation: 'dictionary.exportSheet', input: {}, name: '敏感词' },
    ])
  })
  it('is fetched by the browser from the host’s address', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const host = aHostWith(BOTH).on('sheets.download', () => ({ href: '/links/1', savedAs: '' }))
    const user = open(host)
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1))
    const link = click.mock.contexts[0] as HTMLAnchorElement
    expect([link.getAttribute('href'), link.download]).toEqual(['/links/1', '敏感词.xlsx'])
    click.mockRestore()
  })
  it('can be cancelled while it runs, without an error', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const host = aHostWith(BOTH)
      .on('sheets.download', () => promise)
      .on('sheets.cancel', () => {
        reject(new AppError('cancelled', '已取消导出'))
        return null
      })
    const user = open(host)
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await user.click(await screen.findByRole('button', { name: '取消导出' }))
    await screen.findByRole('button', { name: '导出' })
    const [started] = host.inputsOf('sheets.download')
    expect(host.inputsOf('sheets.cancel')).toEqual([{ download: started?.download }])
    expect(screen.queryByText('已取消导出')).toBeNull()
  })
  it('shows the progress that the server reports, but not that of another import', async () => {
    const { promise, resolve } = Promise.withResolvers<{ href: string; savedAs: string }>()
    const host = aHostWith(BOTH).on('sheets.download', () => promise)
    const user = open(host)
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await screen.findByRole('button', { name: '取消导出' })
    const download = host.inputsOf('sheets.download')[0]?.download ?? ''
    act(() => {
      host.emit('sheets.progress', { download, written: 4200, total: 10_000 })
      host.emit('sheets.progress', { download: 'another', written: 1, total: 2 })
    })
    const button = await screen.findByRole('button', { name: '取消导出（42%）' })
    expect(button.title).toBe('正在导出…已写入 4200 行，共 10000 行')
    resolve({ href: '', savedAs: '/home/敏感词.xlsx' })
    await screen.findByRole('button', { name: '导出' })
    expect(screen.queryByText(/%/)).toBeNull()
  })
  it('shows why it failed', async () => {
    const host = aHostWith(BOTH).on('sheets.download', () => {
      throw new AppError('forbidden', '您没有导出表格的权限，请联系管理员授权')
    })
    const user = open(host)
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await screen.findByText('您没有导出表格的权限，请联系管理员授权')
    await screen.findByRole('button', { name: '导出' })
  })
})

describe('an import', () => {
  it.each([
    [sheet('词.csv'), '请上传 xls,xlsx 的格式!'],
    [sheet('词.xlsx', 50 * 1024 * 1024 + 1), '文件大小不能大于50M!'],
  ])('refuses a wrong file before it is sent [B-255] [B-256]', async (file, message) => {
    const host = aHostWith(BOTH)
    const queue = new UploadQueue(host)
    await importing(host, file)
    await screen.findByText(message)
    expect(queue.tasks).toEqual([])
  })
  it('sends the sheet for its own call, shows its progress, and says how many rows came in', async () => {
    const onImported = vi.fn()
    const host = aHostWith(BOTH).on('dictionary.importSheet', () => ({
      imported: 12,
      refused: 0,
      first: [],
      report: '',
      unknown: [],
      asks: false,
    }))
    const queue = new UploadQueue(host)
    await importing(host, sheet('词.xls'), onImported)
    await screen.findByRole('progressbar', { name: '上传 词.xls', ...HIDDEN })
    expect(queue.find('词.xls').target).toEqual({ to: 'call', kind: 'file', extensions: ['xls', 'xlsx'], limitMb: 50 })
    queue.finish('词.xls', { accessPath: '/files/2026/11/x.xls' })
    await screen.findByText('已导入 12 行。')
    expect(host.inputsOf('dictionary.importSheet')).toEqual([
      { siteId: 3, xlsxPath: '/files/2026/11/x.xls', unknownColumns: 'ask' },
    ])
    expect(onImported).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('下载未导入的行')).toBeNull()
  })
  it('lists refused rows with number and reason, and brings all of them as a sheet', async () => {
    const report = 'r'.repeat(32)
    const first = [
      { row: 3, reason: '“词语”不能为空' },
      { row: 8, reason: '词语“坏词”已存在' },
    ]
    const host = aHostWith(BOTH)
      .on('dictionary.importSheet', () => ({ imported: 5, refused: 3, first, report, unknown: [], asks: false }))
      .on('sheets.report', () => ({ href: '', savedAs: '/home/未导入的行.xlsx' }))
    new UploadQueue(host).autoFinish()
    const user = await importing(host, sheet('词.xlsx'))
    await screen.findByText(/已导入 5 行，3 行未导入。/)
    const rows = within(screen.getByRole('table', HIDDEN)).getAllByRole('row', HIDDEN).slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell', HIDDEN)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['3', '“词语”不能为空'],
      ['8', '词语“坏词”已存在'],
    ])
    await screen.findByText(/前 2 行/)
    await user.click(screen.getByRole('button', { name: '下载未导入的行', ...HIDDEN }))
    await screen.findByText('已保存到 /home/未导入的行.xlsx')
    expect(host.inputsOf('sheets.report')).toEqual([{ report }])
    await user.click(screen.getByRole('button', { name: '继续导入', ...HIDDEN }))
    await screen.findByRole('button', { name: '选择表格', ...HIDDEN })
  })
  it('names unknown columns before it imports anything, and imports without them after a confirmation', async () => {
    const asked = { imported: 0, refused: 0, first: [], report: '', unknown: ['备注'], asks: true }
    const done = { imported: 3, refused: 0, first: [], report: '', unknown: ['备注'], asks: false }
    const host = aHostWith(BOTH).on('dictionary.importSheet', ({ unknownColumns }) =>
      unknownColumns === 'ask' ? asked : done,
    )
    new UploadQueue(host).autoFinish()
    const user = await importing(host, sheet('词.xlsx'))
    await screen.findByText(/^表格中有无法识别的列：“备注”/)
    expect(host.inputsOf('dictionary.importSheet')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '继续导入其他列', hidden: true }))
    await screen.findByText(/已导入 3 行。 未导入无法识别的列：“备注”。/)
    const [first, second] = host.inputsOf('dictionary.importSheet')
    expect(second).toEqual({ ...first, unknownColumns: 'ignore' })
  })
  it('checks all rows first where the screen wants it, and imports once the user has seen what came of it', async () => {
    const first = [{ row: 3, reason: '账号“admin”已存在' }]
    const answer = { imported: 4, refused: 1, first, report: '', unknown: [], asks: false }
    const host = aHostWith(BOTH).on('account.importSheet', () => answer)
    new UploadQueue(host).autoFinish()
    const onImported = vi.fn()
    const call = { operation: 'account.importSheet' as const, input: {} }
    renderUi(<SheetButtons what="账号" at={AT} imports={{ call, limitMb: 50, checksFirst: true, onImported }} />, {
      host,
    })
    const user = userEvent.setup({ applyAccept: false })
    await user.click(await screen.findByRole('button', { name: '导入' }))
    await user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), sheet('账号.xlsx'))
    await screen.findByText(/检查完成，4 行可以导入，1 行有问题。/)
    await screen.findByText('账号“admin”已存在')
    expect(host.inputsOf('account.importSheet')).toMatchObject([{ checkOnly: true }])
    expect(onImported).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '导入这 4 行', ...HIDDEN }))
    await screen.findByText(/已导入 4 行，1 行未导入。/)
    const [, second] = host.inputsOf('account.importSheet')
    expect(second).toMatchObject({ checkOnly: false })
    expect(onImported).toHaveBeenCalledTimes(1)
  })
  it('reports the error of the sheet and takes another', async () => {
    const message = '表格缺少“词语”列，请下载模板，按模板的标题填写后重新上传'
    let wrong = true
    const host = aHostWith(BOTH).on('dictionary.importSheet', () => {
      if (wrong) throw new AppError('invalid', message)
      return { imported: 1, refused: 0, first: [], report: '', unknown: [], asks: false }
    })
    new UploadQueue(host).autoFinish()
    const user = await importing(host, sheet('词.xlsx'))
    expect(await within(await dialog()).findByText(message)).toBeTruthy()
    wrong = false
    await user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), sheet('词2.xlsx'))
    await screen.findByText('已导入 1 行。')
  })
  it('offers the sheet to fill in', async () => {
    const host = aHostWith(BOTH).on('sheets.download', () => ({ href: '', savedAs: '/home/敏感词导入模板.xlsx' }))
    const user = open(host)
    await user.click(await screen.findByRole('button', { name: '导入' }))
    await user.click(await screen.findByRole('button', { name: '下载导入模板' }))
    await screen.findByText('已保存到 /home/敏感词导入模板.xlsx')
    expect(host.inputsOf('sheets.download')).toMatchObject([
      { operation: 'dictionary.sheetTemplate', name: '敏感词导入模板' },
    ])
  })
  it('continues when the dialog is closed, and reports the result', async () => {
    const { promise, resolve } = Promise.withResolvers<{
      imported: number
      refused: number
      first: []
      report: string
      unknown: []
      asks: boolean
    }>()
    const host = aHostWith(BOTH).on('dictionary.importSheet', () => promise)
    new UploadQueue(host).autoFinish()
    const user = await importing(host, sheet('词.xlsx'))
    await screen.findByText(/正在导入/)
    await user.click(within(await dialog()).getAllByRole('button', { name: '关闭', ...HIDDEN })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('alertdialog', HIDDEN)).toBeNull())
    resolve({ imported: 7, refused: 0, first: [], report: '', unknown: [], asks: false })
    await screen.findByText('已导入 7 行。')
  })
  it('is taken out of the queue when the dialog is closed before it has arrived', async () => {
    const host = aHostWith(BOTH)
    const queue = new UploadQueue(host)
    const user = await importing(host, sheet('词.xlsx'))
    await screen.findByRole('progressbar', { name: '上传 词.xlsx', ...HIDDEN })
    await user.click(within(await dialog()).getAllByRole('button', { name: '关闭', ...HIDDEN })[0] as HTMLElement)
    await waitFor(() => expect(queue.tasks).toEqual([]))
    expect(host.inputsOf('dictionary.importSheet')).toEqual([])
  })
})
