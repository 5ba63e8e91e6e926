import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EmptyState, ErrorState } from './States.tsx'

describe('the copy button', () => {
  it('copies the text and reports it [C-381]', async () => {
    const user = userEvent.setup()
    renderUi(<CopyButton name="地址" text="https://cms.example.com/" />, { host: aHost() })
    await user.click(screen.getByRole('button', { name: '复制地址' }))
    await screen.findByText('复制地址成功')
    expect(await navigator.clipboard.readText()).toBe('https://cms.example.com/')
  })

  it('says when the browser does not let it, and selects the text [C-382]', async () => {
    const user = userEvent.setup()
    const refusing = { writeText: () => Promise.reject(new Error('denied')) }
    Object.defineProperty(navigator, 'clipboard', { value: refusing, configurable: true })
    renderUi(<CopyButton name="地址" text="x" />, { host: aHost() })
    await user.click(screen.getByRole('button', { name: '复制地址' }))
    await screen.findByText('复制地址失败')
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '复制地址失败' })
    expect(field.value).toBe('x')
    await waitFor(() => expect(field.ownerDocument.activeElement).toBe(field))
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 1])
    await user.click(screen.getByRole('button', { name: '关闭' }))
  })
})

// Not by the text alone: screen readers are told it in a place of its own.
const toasts = () => [...document.querySelectorAll('.fui-Toast')].map((toast) => toast.textContent)

function Refusing() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>打开</button>
      {open && (
        <PanelDialog title="站点" size="small" onClose={() => setOpen(false)}>
          <button onClick={() => showError(new AppError('conflict', '站点名称已被使用'))}>保存</button>
        </PanelDialog>
      )}
    </>
  )
}

describe('the number of an error', () => {
  const failed = (code: ErrorCode) =>
    new AppError(code, '数据库暂时无法连接，请稍后再试', { details: { requestId: 'K7M3QX9TWA2B' } })

  it('is shown with a server error, and can be copied', async () => {
    const user = userEvent.setup()
    renderUi(<ErrorState error={failed('unavailable')} />, { host: aHost() })
    expect(screen.getByRole('alert').textContent).toContain('错误编号：K7M3QX9TWA2B')
    act(() => showError(failed('internal')))
    await waitFor(() => expect(toasts()[0]).toContain('错误编号：K7M3QX9TWA2B'))
    const [copy] = screen.getAllByRole('button', { name: '复制错误编号' })
    if (copy) await user.click(copy)
    await screen.findByText('复制错误编号成功')
    expect(await navigator.clipboard.readText()).toBe('K7M3QX9TWA2B')
  })

  it('is left out of what the person mends himself', () => {
    renderUi(<ErrorState error={failed('forbidden')} />, { host: aHost() })
    expect(screen.getByRole('alert').textContent).not.toContain('错误编号')
  })
})

describe('toasts', () => {
  it('show the same text only once at a time, and different texts together', async () => {
    renderUi(null, { host: aHost() })
    act(() => {
      notify('error', '连接中断')
      notify('error', '连接中断')
      notify('success', '保存成功')
    })
    await screen.findByText('保存成功')
    expect(toasts().toSorted()).toEqual(['保存成功', '连接中断'])
  })

  it('cut long names, so that what is said of them is seen, and have the whole at hand', async () => {
    renderUi(null, { host: aHost() })
    const whole = `标签分类“${'分'.repeat(254)}”下还有 1 个标签，请先删除或移出标签，再删除分类`
    act(() => notify('error', whole))
    const shown = await screen.findByTitle(whole)
    expect(shown.textContent).toBe(`标签分类“${'分'.repeat(20)}…”下还有 1 个标签，请先删除或移出标签，再删除分类`)
  })

  it('can be closed, and then the text may come again', async () => {
    const user = userEvent.setup()
    renderUi(null, { host: aHost() })
    act(() => notify('warning', '磁盘快满了'))
    await screen.findByText('磁盘快满了')
    await user.click(screen.getByRole('button', { name: '关闭提示' }))
    await waitFor(() => expect(screen.queryByText('磁盘快满了')).toBeNull())
    act(() => notify('warning', '磁盘快满了'))
    expect(await screen.findByText('磁盘快满了')).toBeTruthy()
  })

  it('about what was refused in a dialog go with it, and others stay', async () => {
    const user = userEvent.setup()
    renderUi(<Refusing />, { host: aHost() })
    await user.click(screen.getByRole('button', { name: '打开' }))
    await user.click(await screen.findByRole('button', { name: '保存' }))
    act(() => notify('error', '复制站点失败'))
    await screen.findByText('站点名称已被使用')
    await user.click(screen.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(toasts()).toEqual(['复制站点失败']))
    // The same refusal is said again in the next dialog.
    await user.click(screen.getByRole('button', { name: '打开' }))
    await user.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(() => expect(toasts().toSorted()).toEqual(['复制站点失败', '站点名称已被使用']))
  })

  it('about what was refused in the page stay when a later dialog is closed', async () => {
    const user = userEvent.setup()
    renderUi(<Refusing />, { host: aHost() })
    act(() => showError(new AppError('timeout', '服务器没有及时回答')))
    await screen.findByText('服务器没有及时回答')
    await user.click(screen.getByRole('button', { name: '打开' }))
    await user.click(await screen.findByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toasts()).toEqual(['服务器没有及时回答'])
  })

  it('are no wall: more than four at once wait', async () => {
    renderUi(null, { host: aHost() })
    act(() => {
      for (const text of ['一', '二', '三', '四', '五', '六']) notify('info', text)
    })
    await screen.findByText('四')
    expect(screen.queryByText('五')).toBeNull()
  })
})

describe('states', () => {
  it('of failure give the reason and a way to try again', async () => {
    const user = userEvent.setup()
    let tries = 0
    const error = new AppError('no-response', '服务器没有回应')
    renderUi(<ErrorState error={error} onRetry={() => (tries += 1)} />, { host: aHost() })
    expect(screen.getByRole('alert').textContent).toContain('服务器没有回应')
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(tries).toBe(1)
  })

  it('of failure show nothing of a foreign error, and no button that would do nothing', () => {
    renderUi(<ErrorState error={new TypeError('x is undefined')} />, { host: aHost() })
    expect(screen.getByText(UNEXPECTED_MESSAGE)).toBeTruthy()
    expect(screen.queryByText(/undefined/)).toBeNull()
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  })

  it('of emptiness say what to do', () => {
    renderUi(<EmptyState title="暂无模板" text="请新增一个模板" action={<button>新增</button>} />, { host: aHost() })
    expect(screen.getByText('请新增一个模板')).toBeTruthy()
    expect(screen.getByRole('button', { name: '新增' })).toBeTruthy()
  })
})
