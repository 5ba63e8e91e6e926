import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { templateForm } from '#shared/contract/template.ts'
import { AppError } from '#shared/errors/index.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TextField } from '../fields/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'
import { SAVE_LOCK_MS } from '../dialogs/useSaveLock.ts'

function Editing() {
  const [open, setOpen] = useState(true)
  const save = useWrite('template.save')
  if (!open) return <p>closed</p>
  return (
    <FormDialog
      title="新增模板"
      schema={templateForm}
      values={{ name: '', folder: 'company' }}
      save={save.mutateAsync}
      onClose={() => setOpen(false)}
    >
      {(control) => (
        <>
          <TextField control={control} name="name" label="模板名称" />
          <TextField control={control} name="folder" label="模板文件夹" />
        </>
      )}
    </FormDialog>
  )
}

const saves = (host: FakeBridge): number => host.inputsOf('template.save').length
const button = (): HTMLElement => screen.getByRole('button', { name: '确定' })
const open = (host: FakeBridge): ReturnType<typeof userEvent.setup> => {
  renderUi(<Editing />, { host })
  return userEvent.setup()
}

describe('the form dialog', () => {
  it.each([
    [undefined, 'clamp(560px, 60%, 1200px)', '[A-326]'],
    ['content', 'clamp(720px, 70%, 1400px)', ''],
    ['role', 'clamp(800px, 80%, 1600px)', ''],
  ] as const)('of size %s is %s wide %s', async (size, width, _row) => {
    const schema = z.object({ name: z.string() })
    renderUi(
      <FormDialog
        title="名称"
        schema={schema}
        values={{ name: '' }}
        save={async () => ({ code: 200 })}
        onClose={() => undefined}
        {...(size ? { size } : {})}
      >
        {(control) => <TextField control={control} name="name" label="名称" />}
      </FormDialog>,
      { host: aHost() },
    )
    expect((await screen.findByRole('dialog', { name: '名称' })).style.width).toBe(width)
  })

  it('shows the first broken rule as an error toast and at the field, and saves nothing [A-198]', async () => {
    const host = aHost()
    const user = open(host)
    await user.clear(screen.getByLabelText('模板文件夹'))
    await user.click(button())
    await waitFor(() => expect(document.querySelector('.fui-Toast')?.textContent).toBe('请输入站点名称'))
    const said = [...document.querySelectorAll('.fui-Field__validationMessage')].map((each) => each.textContent)
    expect(said).toEqual(['请输入站点名称', '请输入站点模板文件夹'])
    expect(screen.getByLabelText('模板名称')).toHaveProperty('ariaInvalid', 'true')
    expect(saves(host)).toBe(0)
  })

  it('closes after a 200 answer and shows the server message [C-201] [A-291]', async () => {
    const host = aHost()
      .on('template.save', () => aTemplate())
      .envelope('template.save', 200, '保存成功')
    const user = open(host)
    await user.type(screen.getByLabelText('模板名称'), ' 企业站 ')
    await user.click(button())
    await screen.findByText('closed')
    await screen.findByText('保存成功')
    expect(host.inputsOf('template.save')[0]).toMatchObject({ name: '企业站', folder: 'company' })
  })

  it('stays open without a word after the codes 1 and 400006', async () => {
    const host = aHost()
      .on('template.save', () => aTemplate())
      .envelope('template.save', 400006, '没有变化')
    const user = open(host)
    await user.type(screen.getByLabelText('模板名称'), '企业站')
    await user.click(button())
    await waitFor(() => expect(button()).toHaveProperty('ariaDisabled', null))
    expect(saves(host)).toBe(1)
    expect(screen.queryByText('没有变化')).toBeNull()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('keeps the button busy until the call returns and 800 ms more, and ignores a second save [A-163] [A-197]', async () => {
    let answer = (): void => {}
    const host = aHost().on('template.save', () => {
      return new Promise((_resolve, reject) => {
        answer = () => reject(new AppError('conflict', '文件夹已被使用'))
      })
    })
    const user = open(host)
    await user.type(screen.getByLabelText('模板名称'), '企业站')
    await user.click(button())
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
    await user.keyboard('{Enter}')
    expect(saves(host)).toBe(1)

    const answered = Date.now()
    await act(async () => answer())
    // At once: a click of userEvent may take longer than the lock on a busy machine.
    fireEvent.click(button())
    await screen.findByText('文件夹已被使用')
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 })
    expect(Date.now() - answered).toBeGreaterThanOrEqual(SAVE_LOCK_MS - 20)
    expect(saves(host)).toBe(1)
  })

  it('stays open after a failure, with what was typed and one toast [A-289]', async () => {
    const host = aHost().on('template.save', () => {
      throw new AppError('invalid', '文件夹已被使用', {
        details: { issues: [{ field: 'folder', message: '请更换文件夹' }] },
      })
    })
    const user = open(host)
    await user.type(screen.getByLabelText('模板名称'), '企业站')
    await user.click(button())
    await screen.findByText('文件夹已被使用')
    expect(await screen.findByText('请更换文件夹')).toBeTruthy()
    expect(screen.getByLabelText('模板名称')).toHaveProperty('value', '企业站')
  })

  it('asks before it throws changes away', async () => {
    const user = open(aHost())
    await user.type(screen.getByLabelText('模板名称'), '企业站')
    await user.click(screen.getByRole('button', { name: '取消' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(screen.getByLabelText('模板名称')).toHaveProperty('value', '企业站')
    await user.click(screen.getByRole('button', { name: '取消' }))
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await screen.findByText('closed')
  })
})
