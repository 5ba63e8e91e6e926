import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TextField } from '../fields/TextField.tsx'
import { DetailDrawer } from './DetailDrawer.tsx'
import { PanelDialog } from './PanelDialog.tsx'
import { StepWizard } from '../form/StepWizard.tsx'
import { useChoice, useConfirm } from './useConfirm.ts'
import { useConfirmDiscard } from './useConfirmDiscard.ts'
import { useRemoveRows } from '../list/useRemoveRows.ts'
import type { Saved } from '../form/useSaveForm.ts'

function Asking({ danger }: { danger: boolean }) {
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')
  const ask = async (): Promise<void> =>
    setAnswer(String(await confirm({ title: '删除', text: '确认删除？ 操作不可撤销！', danger })))
  return <button onClick={() => void ask()}>delete {answer}</button>
}

describe('a question', () => {
  it('about what can not be undone begins at 取消, so that Enter does no harm', async () => {
    renderUi(<Asking danger />, { host: aHost() })
    await userEvent.click(screen.getByRole('button', { name: /delete/ }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('取消'))
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'delete false' })
  })

  it('of any other kind begins at its answer', async () => {
    renderUi(<Asking danger={false} />, { host: aHost() })
    await userEvent.click(screen.getByRole('button', { name: /delete/ }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('确定'))
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'delete true' })
  })
})

const ROWS = [7, 8]
const aWriting = () => aHost().on('copyLog.deleteByIdList', () => null)

/** Each way to ask, with the word of its agreeing button. What is done then stands in the button. */
function Ways() {
  const [done, setDone] = useState('nothing')
  const confirm = useConfirm()
  const choose = useChoice()
  const confirmDiscard = useConfirmDiscard()
  const remove = useRemoveRows('copyLog.deleteByIdList')
  const ways: Record<string, () => Promise<unknown>> = {
    confirm: async () => (await confirm({ title: '停止', text: '停止发送？' })) && setDone('confirm'),
    choose: async () => {
      const answer = await choose({ title: '重发', text: '重发？', confirmText: '确定', alternativeText: '只发失败的' })
      if (answer) setDone(answer)
    },
    confirmDiscard: async () => (await confirmDiscard(['春季公告'])) && setDone('confirmDiscard'),
    remove: () => remove(ROWS, '删除'),
  }
  return (
    <>
      <p>done: {done}</p>
      {Object.entries(ways).map(([name, ask]) => (
        <button key={name} onClick={() => void ask()}>
          {name}
        </button>
      ))}
    </>
  )
}

const AGREEING = { confirm: '确定', choose: '确定', confirmDiscard: '放弃修改', remove: '确定' }
const LEFT_BY = ['取消', 'Escape', 'a click beside it'] as const
const WAYS = Object.keys(AGREEING) as (keyof typeof AGREEING)[]

describe('every way to ask', () => {
  const begin = async (way: string) => {
    const host = aWriting()
    renderUi(<Ways />, { host })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: way }))
    await screen.findByRole('alertdialog')
    return { user, removed: () => host.inputsOf('copyLog.deleteByIdList') }
  }

  it.each(WAYS.flatMap((way) => LEFT_BY.map((exit) => [way, exit] as const)))(
    'does nothing: %s, left by %s',
    async (way, exit) => {
      const { user, removed } = await begin(way)
      if (exit === 'a click beside it') {
        await user.click(
          requireValue(document.querySelector('.fui-DialogSurface__backdrop'), 'the question has a backdrop'),
        )
        // The question stays, so that a stray click answers nothing.
        expect(screen.getByRole('alertdialog')).toBeTruthy()
        expect(screen.getByText('done: nothing')).toBeTruthy()
      }
      // The focus is still inside after the click, or Escape would reach nothing.
      await (exit === '取消' ? user.click(screen.getByRole('button', { name: '取消' })) : user.keyboard('{Escape}'))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(screen.getByText('done: nothing')).toBeTruthy()
      expect(removed()).toEqual([])
    },
  )

  it.each(WAYS)('acts by its agreeing button: %s', async (way) => {
    const { user, removed } = await begin(way)
    await user.click(screen.getByRole('button', { name: AGREEING[way] }))
    if (way === 'remove') await waitFor(() => expect(removed()).toEqual([ROWS]))
    else await screen.findByText(`done: ${way === 'choose' ? 'confirm' : way}`)
  })
})

function Drawer() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>open</button>
      {open && (
        <DetailDrawer title="操作记录" onClose={() => setOpen(false)} footer={<button>更多</button>}>
          <p>第一行</p>
        </DetailDrawer>
      )}
    </>
  )
}

describe('the drawer', () => {
  it('holds its text in a part that the keyboard reaches, so that a long one can be scrolled', async () => {
    renderUi(<Drawer />, { host: aHost() })
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    const body = await screen.findByRole('region', { name: '操作记录' })
    body.focus()
    expect(document.activeElement).toBe(body)
    expect(body.textContent).toContain('第一行')
  })

  it('is 500 px wide, closes with Escape and gives the focus back [A-325]', async () => {
    renderUi(<Drawer />, { host: aHost() })
    await userEvent.click(screen.getByRole('button', { name: 'open' }))
    const drawer = await screen.findByRole('dialog', { name: '操作记录' })
    expect(getComputedStyle(drawer).width).toBe('500px')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('open'))
  })
})

function FromMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <button>更多</button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => setOpen(true)}>复制栏目</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {open && (
        <PanelDialog title="复制栏目" size="small" onClose={() => setOpen(false)}>
          <p>目标</p>
        </PanelDialog>
      )}
    </>
  )
}

describe('a dialog that was opened from a menu', () => {
  it('gives the focus back to the button of the menu', async () => {
    renderUi(<FromMenu />, { host: aHost() })
    await userEvent.click(screen.getByRole('button', { name: '更多' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '复制栏目' }))
    await screen.findByText('目标')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('目标')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('更多'))
  })
})

const NAMES = z.object({ name: z.string().min(1, '请输入名称') })
const FOLDERS = z.object({ folder: z.string().min(1, '请输入文件夹') })

function Wizard({ save }: { save: (values: { name: string; folder: string }) => Promise<Saved> }) {
  const [open, setOpen] = useState(true)
  if (!open) return <p>closed</p>
  return (
    <StepWizard<{ name: string; folder: string }>
      title="导入"
      values={{ name: '', folder: '' }}
      save={save}
      onClose={() => setOpen(false)}
      releaseMs={0}
      steps={[
        {
          title: '名称',
          schema: NAMES,
          render: (control) => <TextField control={control} name="name" label="名字" />,
        },
        {
          title: '位置',
          schema: FOLDERS,
          render: (control) => <TextField control={control} name="folder" label="文件夹" />,
        },
      ]}
    />
  )
}

const click = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }))

describe('a form in steps', () => {
  it('goes on when the step is right, keeps everything on the way back, and saves all of it', async () => {
    const saved: unknown[] = []
    renderUi(<Wizard save={async (values) => ({ code: saved.push(values) > 0 ? 200 : 1 })} />, { host: aHost() })
    await click('下一步')
    await screen.findByText('请输入名称', { selector: '.fui-Field *' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('名字')))
    await userEvent.type(screen.getByLabelText('名字'), '甲')
    await click('下一步')
    await userEvent.type(await screen.findByLabelText('文件夹'), 'abc')
    await click('上一步')
    expect(await screen.findByLabelText('名字')).toHaveProperty('value', '甲')
    await click('下一步')
    expect(await screen.findByLabelText('文件夹')).toHaveProperty('value', 'abc')
    await click('完成')
    await screen.findByText('closed')
    expect(saved).toEqual([{ name: '甲', folder: 'abc' }])
  })

  it('goes back to the step that the server refuses', async () => {
    const refuse = (): Promise<Saved> =>
      Promise.reject(
        new AppError('invalid', '名称已被使用', { details: { issues: [{ field: 'name', message: '名称已被使用' }] } }),
      )
    renderUi(<Wizard save={refuse} />, { host: aHost() })
    await userEvent.type(screen.getByLabelText('名字'), '甲')
    await click('下一步')
    await userEvent.type(await screen.findByLabelText('文件夹'), 'abc')
    await click('完成')
    await screen.findByText('名称已被使用')
    expect(screen.getByLabelText('名字')).toHaveProperty('value', '甲')
  })

  it('asks before it throws away what was typed', async () => {
    renderUi(<Wizard save={async () => ({ code: 200 })} />, { host: aHost() })
    await userEvent.type(screen.getByLabelText('名字'), '甲')
    await click('取消')
    await screen.findByRole('alertdialog')
    await click('放弃修改')
    await screen.findByText('closed')
  })
})
