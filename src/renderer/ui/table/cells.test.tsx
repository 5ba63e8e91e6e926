import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SortInput } from './SortInput.tsx'
import { SwitchCell, type SwitchCellProps } from './SwitchCell.tsx'

/** A saving that ends when the test says so. */
function aSaving<T>() {
  const asked: T[] = []
  let end: { ok: (answer?: unknown) => void; fail: () => void } = { ok: () => {}, fail: () => {} }
  const save = (value: T): Promise<unknown> => {
    asked.push(value)
    return new Promise((resolve, reject) => {
      end = { ok: resolve, fail: () => reject(new Error('refused')) }
    })
  }
  return { asked, save, ok: (answer?: unknown) => end.ok(answer), fail: () => end.fail() }
}

describe('a switch in a row', () => {
  const show = (props: Partial<SwitchCellProps> = {}) => {
    const saving = aSaving<boolean>()
    renderUi(<SwitchCell checked={false} label="显示 首页" change={saving.save} {...props} />, { host: aHost() })
    return { saving, box: screen.getByRole<HTMLInputElement>('switch', { name: '显示 首页' }) }
  }

  it('flips only after the server said yes', async () => {
    const { saving, box } = show()
    await userEvent.click(box)
    expect([box.checked, box.getAttribute('aria-busy')]).toEqual([false, 'true'])
    await userEvent.click(box)
    expect(saving.asked).toEqual([true])
    saving.ok({ code: 200 })
    await waitFor(() => expect(box.checked).toBe(true))
    expect(box.getAttribute('aria-busy')).toBeNull()
  })

  it.each([
    ['a refusal', undefined],
    ['an answer that changed nothing', { code: 1 }],
  ])('stays after %s', async (_what, answer) => {
    const { saving, box } = show()
    await userEvent.click(box)
    if (answer) saving.ok(answer)
    else saving.fail()
    await waitFor(() => expect(box.getAttribute('aria-busy')).toBeNull())
    expect(box.checked).toBe(false)
  })

  it('flips at once where that is allowed, and back when it was refused', async () => {
    const { saving, box } = show({ optimistic: true })
    await userEvent.click(box)
    expect(box.checked).toBe(true)
    saving.fail()
    await waitFor(() => expect(box.checked).toBe(false))
  })

  it('shows why it is off, and does nothing', async () => {
    const { saving, box } = show({ disabled: true, disabledReason: '没有权限' })
    await userEvent.click(box)
    expect([box.checked, box.title, box.getAttribute('aria-disabled')]).toEqual([false, '没有权限', 'true'])
    expect(saving.asked).toEqual([])
  })
})

describe('a sort value in a row', () => {
  function Sort({ save }: { save: (sort: number) => Promise<unknown> }) {
    const [value, setValue] = useState(5)
    return (
      <>
        <SortInput value={value} label="排序 首页" save={save} />
        <button type="button" onClick={() => setValue(8)}>
          重新加载
        </button>
      </>
    )
  }
  const show = () => {
    const saving = aSaving<number>()
    renderUi(<Sort save={saving.save} />, { host: aHost() })
    return { saving, box: screen.getByRole<HTMLInputElement>('textbox', { name: '排序 首页' }) }
  }

  it('is saved on Enter, once, and shows what was saved until the rows bring it', async () => {
    const { saving, box } = show()
    await userEvent.clear(box)
    await userEvent.type(box, ' 12{Enter}{Enter}')
    await userEvent.tab()
    expect(saving.asked).toEqual([12])
    saving.ok({ code: 200 })
    await waitFor(() => expect(box.value).toBe('12'))
    await userEvent.click(screen.getByRole('button', { name: '重新加载' }))
    expect(box.value).toBe('8')
  })

  it('is saved again with what was typed while the first save was on its way', async () => {
    const { saving, box } = show()
    await userEvent.type(box, '1{Enter}2')
    await userEvent.tab()
    expect(saving.asked).toEqual([51])
    saving.ok({ code: 200 })
    await waitFor(() => expect(saving.asked).toEqual([51, 512]))
    expect(box.value).toBe('512')
  })

  it('is saved on leaving when it was changed, and not otherwise', async () => {
    const { saving, box } = show()
    await userEvent.click(box)
    await userEvent.tab()
    expect(saving.asked).toEqual([])
    await userEvent.type(box, '0')
    await userEvent.tab()
    expect(saving.asked).toEqual([50])
  })

  it('takes the text back with Escape', async () => {
    const { saving, box } = show()
    await userEvent.type(box, '9{Escape}')
    expect(box.value).toBe('5')
    expect(saving.asked).toEqual([])
  })

  it.each(['', '-1', '1.5', 'abc', '1000000000'])('keeps and marks %j, and does not save it [A-196]', async (text) => {
    const { saving, box } = show()
    await userEvent.clear(box)
    if (text) await userEvent.type(box, text)
    await userEvent.keyboard('{Enter}')
    expect([box.value, box.getAttribute('aria-invalid')]).toEqual([text, 'true'])
    expect(box.title).toBe('排序应为 0 到 999999999 的整数')
    // The reason stands in the row, too.
    expect(screen.getByRole('alert').textContent).toBe('请填 0–999999999')
    expect(saving.asked).toEqual([])
  })

  it('keeps the typed text when it was not saved, and tries again', async () => {
    const { saving, box } = show()
    await userEvent.type(box, '1{Enter}')
    saving.fail()
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
    expect(box.value).toBe('51')
    await userEvent.type(box, '{Enter}')
    expect(saving.asked).toEqual([51, 51])
  })
})
